'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#components/ui/card.tsx'
import { FormError } from '#components/ui/form-error.tsx'
import { showToast } from '#components/ui/toast.ts'
import { showServerErrors } from '#lib/api/form-errors.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { updateSettings } from '#lib/contracts/admin-routes.ts'
import type { SettingKey } from '#lib/contracts/app/setting-definitions.ts'
import type { Settings, SettingsPatch } from '#lib/contracts/app/settings.ts'
import { RunTest } from './run-test.tsx'
import type { SettingField, SettingSection } from './sections.ts'
import { SettingControl } from './setting-control.tsx'
import { settingOfText, textOfSetting } from './setting-text.ts'

type Values = Record<string, string>

type SettingsSectionProps = {
  section: SettingSection
  settings: Settings
  onSaved: (settings: Settings) => void
}

const valuesOf = (fields: readonly SettingField[], { values }: Settings): Values =>
  Object.fromEntries(
    fields.map((field) => [field.key, textOfSetting(field, (values as Record<string, unknown>)[field.key])]),
  )

/** One section of the settings, saved on its own. */
export function SettingsSection({ section, settings, onSaved }: SettingsSectionProps) {
  const { id, title, description, fields, test } = section
  const save = useEndpointMutation(updateSettings, ['History'])
  const [removed, setRemoved] = useState<readonly SettingKey[]>([])
  const form = useForm<Values>({ defaultValues: valuesOf(fields, settings) })
  const { errors, dirtyFields, isSubmitting } = form.formState
  const isChanged = Object.keys(dirtyFields).length > 0 || removed.length > 0

  const submit = form.handleSubmit(async (texts) => {
    const patch: Record<string, unknown> = Object.fromEntries(removed.map((key) => [key, null]))
    for (const field of fields.filter(({ key }) => dirtyFields[key])) {
      try {
        patch[field.key] = settingOfText(field, texts[field.key] ?? '')
      } catch (error) {
        return form.setError(field.key, { message: error instanceof Error ? error.message : String(error) })
      }
    }
    try {
      const saved = (await save.mutateAsync({ body: patch as SettingsPatch })) as unknown as Settings
      form.reset(valuesOf(fields, saved))
      setRemoved([])
      onSaved(saved)
      showToast({ kind: 'success', title: `${title}: saved` })
    } catch (error) {
      showServerErrors(
        error,
        fields.map(({ key }) => key),
        form.setError,
      )
    }
  })

  const secrets = fields.filter(({ key, kind }) => kind === 'secret' && settings.set_secrets.includes(key))
  return (
    <Card aria-labelledby={id} className="max-w-2xl scroll-mt-16">
      <CardHeader id={id} title={title} description={description} />
      <form onSubmit={submit} method="post" noValidate aria-labelledby={id}>
        <CardBody className="flex flex-col gap-4">
          <FormError>{errors.root?.message}</FormError>
          {fields.map((field) => (
            <SettingControl
              key={field.key}
              field={field}
              form={form}
              variable={settings.environment[field.key]}
              isSet={settings.set_secrets.includes(field.key) && !removed.includes(field.key)}
            />
          ))}
          {id === 'provider' && settings.redirect_uri ? (
            <p className="text-sm text-muted">
              Register this redirect address at the provider:{' '}
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
          <Button type="submit" variant="primary" busy={isSubmitting} disabled={!isChanged}>
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
