'use client'

import { Plus } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { SecretValue } from '#components/admin/secret-value.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { FieldGroup } from '#components/ui/form/field.tsx'
import { FormDialog, type FormResult } from '#components/ui/form/form-dialog.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { useServerForm } from '#components/ui/form/use-server-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import { DialogButton } from '#components/ui/overlay/dialog-button.tsx'
import { showToast } from '#components/ui/overlay/toast.tsx'
import type { CallResponse } from '#lib/api/call-endpoint.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { type WebhookFormat, webhookFormats } from '#lib/contracts/app/values.ts'
import type { QuietHours } from '#lib/contracts/app/webhooks.ts'
import { createWebhook, type makeWebhookSecret, updateWebhook } from '#lib/contracts/routes.ts'
import { formatMessageTitle } from '#lib/domain/webhook-message.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import {
  type EditWebhookProps,
  type EventTypes,
  formatHour,
  formatLabels,
  isMessage,
  weekdays,
} from './webhook-labels.ts'

/** Button that opens the form of a webhook. */
export const EditWebhook = (input: EditWebhookProps) => (
  <DialogButton
    {...(input.webhook ? {} : { variant: 'primary', icon: <Plus /> })}
    dialog={(onClose) => <WebhookDialog {...input} onClose={onClose} />}
  >
    {input.webhook ? 'Edit' : 'New webhook'}
  </DialogButton>
)

type WebhookTexts = QuietTexts & { name: string; url: string; types: string[]; filter: string; format: WebhookFormat }

const formatOptions = webhookFormats.map((value) => ({ value, ...formatLabels[value] }))

type WebhookDialogProps = EditWebhookProps & { onClose: () => void }

/** Adds a webhook and then shows its secret once, or changes one. */
function WebhookDialog({ webhook, types, hasPublicUrl, onClose }: WebhookDialogProps) {
  const router = useRouter()
  const create = useEndpointMutation(createWebhook)
  const update = useEndpointMutation(updateWebhook)
  // Refreshes only on closing, because the list replaces the empty state and this dialog with it.
  const close = () => {
    onClose()
    router.refresh()
  }
  const [issued, setIssued] = useState<FormResult | null>(null)
  const { form, Field, choice, state } = useServerForm<WebhookTexts>({
    values: {
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      types: webhook?.types ?? ['review.*'],
      filter: webhook?.filter ?? '',
      format: webhook?.format ?? 'thin',
      ...toQuietTexts(webhook?.quiet_hours ?? null),
    },
    send: async ({ name, url, types: selectedTypes, filter, format, ...quiet }) => {
      const body = {
        name,
        url,
        types: selectedTypes,
        filter: filter.trim() || null,
        format,
        quiet_hours: readQuietHours(format, quiet),
      }
      if (!webhook) return setIssued(createSecretResult(await create.mutateAsync({ body })))
      await update.mutateAsync({ params: { id: webhook.id }, body })
      showToast({ kind: 'success', title: `${name} saved` })
      close()
    },
  })
  const selectedTypes = form.watch('types')
  const format = form.watch('format')
  return (
    <FormDialog
      {...state}
      size="lg"
      result={issued}
      title={webhook ? `Edit ${webhook.name}` : 'New webhook'}
      submitLabel={webhook ? 'Save' : 'Add webhook'}
      onClose={issued ? close : onClose}
    >
      <Field name="name" label="Name" required hint="Such as “Release channel”." />
      <RadioGroup {...choice('format')} legend="What is sent" required options={formatOptions} />
      <Field name="url" label="URL" type="url" required hint="Begins with https:// and is shown to admins only." />
      <FieldGroup legend="Events" name="types" required error={form.formState.errors.types?.message}>
        {types.map(({ entity, label, types: ofEntity }) => {
          const isAll = selectedTypes.includes(`${entity}.*`)
          const count = selectedTypes.filter((type) => type.startsWith(`${entity}.`)).length
          return (
            <details key={entity} className="rounded-md border border-line px-3 py-2">
              <summary className="cursor-pointer text-sm">
                {label} <span className="text-muted">{isAll ? 'all' : count === 0 ? 'none' : count}</span>
              </summary>
              <div className="mt-2 grid gap-1 sm:grid-cols-2">
                <Checkbox
                  label="All, also of later versions"
                  value={`${entity}.*`}
                  className="sm:col-span-2"
                  {...form.register('types')}
                />
                {ofEntity.map((type) => (
                  <Checkbox
                    key={type}
                    label={humaniseKey(type.slice(entity.length + 1))}
                    value={type}
                    disabled={isAll}
                    {...form.register('types')}
                  />
                ))}
              </div>
            </details>
          )
        })}
      </FieldGroup>
      <Field
        name="filter"
        label="Only records that match"
        hint="A filter such as risk = high. It needs events of one kind of record; reviews also have the fields of their change."
        as={Textarea}
        rows={2}
      />
      {isMessage(format) ? (
        <>
          <MessagePreview title={createPreviewTitle(selectedTypes, types)} hasPublicUrl={hasPublicUrl} />
          <FieldGroup
            legend="Days without messages"
            name="quiet_hours/days"
            hint="They wait until the next day with messages."
            error={form.formState.errors['quiet_hours/days']?.message}
            inline
          >
            {weekdays.map((day, at) => (
              <Checkbox key={day} label={day} value={String(at + 1)} {...form.register('quiet_hours/days')} />
            ))}
          </FieldGroup>
          <div className="flex flex-wrap gap-3">
            <Field
              label="No messages from"
              name="quiet_hours/from"
              hint="In the time zone of the organisation."
              className="w-60"
              as={NativeSelect}
              options={hours}
            />
            <Field
              label="Until"
              name="quiet_hours/until"
              hint="The same hour: at any hour."
              className="w-60"
              as={NativeSelect}
              options={hours}
            />
          </div>
        </>
      ) : null}
    </FormDialog>
  )
}

/** Texts of the controls for quiet hours, by the names in the errors of the service: days by number, hours as text. */
type QuietTexts = { 'quiet_hours/days': string[]; 'quiet_hours/from': string; 'quiet_hours/until': string }

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: formatHour(hour) }))

const toQuietTexts = (quiet: QuietHours | null): QuietTexts => ({
  'quiet_hours/days': (quiet?.days ?? []).map(String),
  'quiet_hours/from': String(quiet?.from ?? 0),
  'quiet_hours/until': String(quiet?.until ?? 0),
})

/** Parses the controls; null for no quiet hours, and for a format without them. */
function readQuietHours(format: WebhookFormat, texts: QuietTexts) {
  const quiet = {
    days: texts['quiet_hours/days'].map(Number),
    from: Number(texts['quiet_hours/from']),
    until: Number(texts['quiet_hours/until']),
  }
  return !isMessage(format) || (quiet.days.length === 0 && quiet.from === quiet.until) ? null : quiet
}

/** Example of a message in a channel. Without a public URL, messages have no button that opens the record. */
function MessagePreview({ title, hasPublicUrl }: { title: string | null; hasPublicUrl: boolean }) {
  if (title === null) return null
  return (
    <section aria-label="Preview" className="flex flex-col gap-1">
      <p className="text-sm font-medium">Preview</p>
      <div className="flex flex-col items-start gap-2 rounded-md border border-line border-l-4 bg-sunken px-3 py-2 text-sm">
        <p className="font-semibold">{title}</p>
        <p>Certificate rotation on the payment gateway</p>
        {hasPublicUrl ? (
          <span className="rounded-md border border-line bg-surface px-2 py-1 text-xs font-medium">
            Open in Hindsight
          </span>
        ) : null}
      </div>
      {hasPublicUrl ? null : (
        <p className="text-xs text-muted">A button opens the record once the public URL is set in the settings.</p>
      )}
    </section>
  )
}

const references: Readonly<Record<string, string>> = {
  change: 'CHG0000042',
  incident: 'INC0000107',
  review: 'PIR-2026-0042',
  improvement: 'imp_0k3v9c8q1x7m2z5t',
  article: 'KB0000031',
}

/** Returns the title of an example message about the first chosen type; null if no type is chosen. */
function createPreviewTitle(chosen: readonly string[], types: EventTypes): string | null {
  for (const { entity, label, types: ofEntity } of types) {
    const type = ofEntity.find((one) => chosen.includes(one) || chosen.includes(`${entity}.*`))
    if (type) return formatMessageTitle(type, label, references[entity] ?? '')
  }
  return null
}

/** Shows the secret of a webhook once. */
export function createSecretResult({ webhook, secret }: CallResponse<typeof makeWebhookSecret>): FormResult {
  return {
    title: `Secret of ${webhook.name}`,
    description: 'The receiver verifies with it that a request is from Hindsight.',
    content: (
      <div className="flex flex-col gap-4">
        <Notice tone="warning" announce>
          The secret is shown only once.
        </Notice>
        <SecretValue label="Secret" what="the secret" value={secret} />
      </div>
    ),
  }
}
