'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#components/ui/card.tsx'
import { FieldControl } from '#components/ui/form/field-control.tsx'
import { formatFieldValue, parseFieldText } from '#components/ui/form/field-spec.ts'
import { FormError } from '#components/ui/form/form-error.tsx'
import { useServerForm } from '#components/ui/form/use-server-form.ts'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { updateSettings } from '#lib/contracts/admin-routes.ts'
import type { SettingKey } from '#lib/contracts/app/setting-definitions.ts'
import type { Settings, SettingsPatch } from '#lib/contracts/app/settings.ts'
import { LogoField } from './logo-field.tsx'
import { RetentionPreview } from './retention-preview.tsx'
import { RunTest } from './run-test.tsx'
import type { SettingField, SettingSection } from './sections.ts'

type SettingTexts = Record<string, string>

type SettingsSectionProps = {
  section: SettingSection
  settings: Settings
  onSaved: (settings: Settings) => void
}

const readValues = (fields: readonly SettingField[], { values }: Settings): SettingTexts =>
  Object.fromEntries(
    fields.map(({ key, kind }) => [key, formatFieldValue(kind, (values as Record<string, unknown>)[key])]),
  )

/** One section of the settings, saved on its own. */
export function SettingsSection({ section, settings, onSaved }: SettingsSectionProps) {
  const { id, title, description, fields, test } = section
  const save = useEndpointMutation(updateSettings)
  const [removed, setRemoved] = useState<readonly SettingKey[]>([])
  const { form, state } = useServerForm<SettingTexts>({
    values: readValues(fields, settings),
    send: async (texts) => {
      const changed = fields.filter(({ key }) => dirtyFields[key])
      const patch = Object.fromEntries<unknown>([
        ...removed.map((key) => [key, null] as const),
        ...changed.map(({ key, kind }) => [key, texts[key]?.trim() ? parseFieldText(kind, texts[key]) : null] as const),
      ])
      const saved = (await save.mutateAsync({ body: patch as SettingsPatch })) as unknown as Settings
      form.reset(readValues(fields, saved))
      setRemoved([])
      onSaved(saved)
      showToast({ kind: 'success', title: `${title}: saved` })
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
