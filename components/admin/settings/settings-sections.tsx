'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#components/ui/card.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { FieldControl } from '#components/ui/form/field-control.tsx'
import { formatFieldValue, parseFieldText } from '#components/ui/form/field-spec.ts'
import { FormError } from '#components/ui/form/form-error.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { useDebounced } from '#components/ui/use-debounced.ts'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { RetentionSetting, SettingKey } from '#lib/contracts/app/setting-definitions.ts'
import type { RetentionPreview as Preview, Settings, SettingsPatch } from '#lib/contracts/app/settings.ts'
import { maxLogoBytes } from '#lib/contracts/app/values.ts'
import { previewRetention, testMail, testProvider, updateSettings } from '#lib/contracts/routes.ts'
import { groupDigits } from '#lib/text/grouped.ts'
import { formatDay } from '#lib/time/format-time.ts'
import type { SettingField, SettingSection } from './sections.ts'

type SettingTexts = Record<string, string>

const readValues = (fields: readonly SettingField[], values: Record<string, unknown>): SettingTexts =>
  Object.fromEntries(fields.map(({ key, kind }) => [key, formatFieldValue(kind, values[key])]))

/** One section of the settings, saved on its own. */
export function SettingsSection({ section, settings }: { section: SettingSection; settings: Settings }) {
  const { id, title, description, fields, test } = section
  const [removed, setRemoved] = useState<readonly SettingKey[]>([])
  const { form, state } = useEndpointForm(updateSettings, {
    values: readValues(fields, settings.values),
    input: (texts: SettingTexts): { body: SettingsPatch } => {
      const changed = fields.filter(({ key }) => dirtyFields[key])
      const patch = Object.fromEntries<unknown>([
        ...removed.map((key) => [key, null] as const),
        ...changed.map(({ key, kind }) => [key, texts[key]?.trim() ? parseFieldText(kind, texts[key]) : null] as const),
      ])
      return { body: patch as SettingsPatch }
    },
    done: `${title}: saved`,
    onDone: ({ values }) => {
      form.reset(readValues(fields, values))
      setRemoved([])
    },
  })
  const { dirtyFields } = form.formState
  const isChanged = Object.keys(dirtyFields).length > 0 || removed.length > 0
  const secrets = fields.filter(({ key, kind }) => kind === 'secret' && settings.set_secrets.includes(key))
  return (
    <Card aria-labelledby={id} className="max-w-2xl scroll-mt-16">
      <CardHeader id={id} title={title} description={description} />
      <form onSubmit={state.onSubmit} method="post" noValidate aria-labelledby={id}>
        <CardBody className="flex flex-col gap-4">
          <FormError>{state.error}</FormError>
          {fields.map((field) => {
            const variable = settings.environment[field.key]
            return field.key === 'organisation_logo' ? (
              <LogoField key={field.key} field={field} form={form} error={form.formState.errors[field.key]?.message} />
            ) : (
              <FieldControl
                key={field.key}
                field={variable === undefined ? field : { ...field, hint: `Set by ${variable} in the environment.` }}
                form={form}
                isFixed={variable !== undefined}
                isSet={settings.set_secrets.includes(field.key) && !removed.includes(field.key)}
              />
            )
          })}
          {id === 'retention' && isChanged ? <RetentionPreview form={form} /> : null}
          {id === 'provider' && settings.redirect_uri ? (
            <p className="text-sm text-muted">
              Register this redirect URL at the provider:{' '}
              <code className="font-mono text-ink wrap-anywhere">{settings.redirect_uri}</code>
            </p>
          ) : null}
        </CardBody>
        <CardFooter>
          {secrets.map(({ key, label }) =>
            settings.environment[key] === undefined && !removed.includes(key) ? (
              <Button key={key} onClick={() => setRemoved([...removed, key])}>
                Remove the {label.toLowerCase()}
              </Button>
            ) : null,
          )}
          <Button type="submit" variant="primary" busy={state.busy} disabled={!isChanged}>
            Save
          </Button>
        </CardFooter>
      </form>
      {test ? (
        <RunTest
          kind={test}
          isReady={test === 'mail' ? settings.is_mail_sent : settings.has_provider}
          isUnsaved={isChanged}
        />
      ) : null}
    </Card>
  )
}

type LogoFieldProps = {
  field: Pick<SettingField, 'key' | 'label' | 'hint'>
  form: UseFormReturn<Record<string, string>>
  error: string | undefined
}

/** Reads a small image file into the form as a data URL; the service validates it. */
function LogoField({ field: { key, label, hint }, form, error }: LogoFieldProps) {
  const logo = form.watch(key)
  const setLogo = (value: string) => form.setValue(key, value, { shouldDirty: true })
  const choose = async (file: File | undefined) => {
    if (!file) return
    form.clearErrors(key)
    if (file.size > maxLogoBytes) {
      return form.setError(key, {
        message: `must be at most ${maxLogoBytes / 1024} kB; this file has ${Math.ceil(file.size / 1024)} kB`,
      })
    }
    setLogo(await readAsUrl(file))
  }
  return (
    <Field label={label} name={key} hint={hint} error={error}>
      <div className="flex flex-wrap items-center gap-3">
        {logo ? (
          // biome-ignore lint/performance/noImgElement: a data URL
          <img src={logo} alt="The chosen logo" className="size-10 rounded-md border border-line object-contain" />
        ) : null}
        <Input
          type="file"
          accept="image/png,image/jpeg,image/webp"
          className="max-w-80 py-1"
          onChange={(event) => choose(event.target.files?.[0])}
        />
        {logo ? (
          <Button size="sm" onClick={() => setLogo('')}>
            Remove
          </Button>
        ) : null}
      </div>
    </Field>
  )
}

const readAsUrl = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

const nouns: Readonly<Record<RetentionSetting, string>> = {
  mail_retention_days: 'mails',
  notification_retention_days: 'notifications',
  attachment_retention_days: 'attachments',
  deployment_retention_days: 'deployments',
  webhook_retention_days: 'deliveries of webhooks',
  change_retention_days: 'changes with their reviews',
  incident_retention_days: 'incidents',
  improvement_retention_days: 'actions',
  article_retention_days: 'articles',
}
const settings = Object.keys(nouns) as RetentionSetting[]

const isDays = (text: string | undefined) => /^\s*[1-9]\d{0,4}\s*$/.test(text ?? '')

/** Counts the records that the next night would delete with the days in the form. */
function RetentionPreview({ form }: { form: UseFormReturn<Record<string, string>> }) {
  const entered = JSON.stringify(form.watch([...settings]))
  const texts = useDebounced(entered, 300)
  const days = (JSON.parse(texts) as (string | undefined)[]).flatMap((text, at) =>
    isDays(text) ? [[settings[at], Number(text)] as const] : [],
  )
  const preview = useQuery(endpointQuery(previewRetention, { query: Object.fromEntries(days) }))
  const counts = texts === entered ? preview.data : undefined
  return (
    <div role="status" className="text-sm text-muted text-pretty">
      {preview.isError ? preview.error.message : counts ? <Counts {...counts} /> : 'Counting…'}
    </div>
  )
}

function Counts({ result }: Preview) {
  const deleted = result.filter(({ records }) => records > 0)
  if (deleted.length === 0) return 'With these days, the next night deletes nothing.'
  return (
    <>
      <p>With these days, the next night deletes the following. Nobody can undo it.</p>
      <ul className="mt-1 list-disc pl-5">
        {deleted.map(({ setting, records, of, until }) => (
          <li key={setting}>
            {`${groupDigits(records)} of ${groupDigits(of)} ${nouns[setting]}, up to ${formatDay(until)}`}
          </li>
        ))}
      </ul>
    </>
  )
}

const testWords = {
  mail: {
    label: 'Send a test mail',
    hint: 'The test goes to your own e-mail address.',
    missing: 'Mail is off. It needs a mail server, a sender and the public URL.',
  },
  provider: {
    label: 'Test the provider',
    hint: 'Reads the metadata of the provider and tries the credentials. Nobody is signed in.',
    missing: 'Single sign-on is off. It needs issuer, client ID, client secret and the public URL.',
  },
} as const

type RunTestProps = {
  kind: keyof typeof testWords
  /** True if all required settings are saved. */
  isReady: boolean
  isUnsaved: boolean
}

/** Tests the saved settings and shows the requests and responses. */
function RunTest({ kind, isReady, isUnsaved }: RunTestProps) {
  const test = useEndpointMutation(kind === 'mail' ? testMail : testProvider)
  const { label, hint, missing } = testWords[kind]
  const advice = isUnsaved ? 'The test uses the saved settings. Save first.' : hint
  return (
    <div className="flex flex-col gap-3 border-t border-line px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 flex-1 basis-52 text-sm text-muted">{isReady ? advice : missing}</p>
        <Button busy={test.isPending} disabled={!isReady} onClick={() => test.mutate({ body: {} })}>
          {label}
        </Button>
      </div>
      <FormError>{test.error?.message}</FormError>
      <div role="status" className="empty:hidden">
        {test.data ? (
          <ul aria-label="Result of the test" className="flex flex-col gap-2">
            {test.data.steps.map((step) => (
              <li key={step.name} className="flex items-start gap-2 text-sm">
                {step.is_ok ? (
                  <CircleCheck aria-label="Worked" className="mt-0.5 size-4 shrink-0 text-success-text" />
                ) : (
                  <CircleX aria-label="Failed" className="mt-0.5 size-4 shrink-0 text-danger-text" />
                )}
                <div className="min-w-0 wrap-anywhere">
                  <p className="font-medium">{step.message}</p>
                  <p className="text-xs text-muted">{step.sent}</p>
                </div>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  )
}
