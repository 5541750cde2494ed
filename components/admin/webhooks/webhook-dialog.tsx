'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { FieldGroup } from '#components/ui/form/field-group.tsx'
import { FormDialog, type FormResult } from '#components/ui/form/form-dialog.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { useServerForm } from '#components/ui/form/use-server-form.ts'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { createWebhook, updateWebhook } from '#lib/contracts/admin-routes.ts'
import { type WebhookFormat, webhookFormats } from '#lib/contracts/app/webhook-values.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import { createSecretResult } from './issued-secret.tsx'
import { createPreviewTitle, MessageFields, type QuietTexts, readQuietHours, toQuietTexts } from './message-fields.tsx'
import { type EditWebhookProps, formatLabels, isMessage } from './webhook-labels.ts'

type WebhookTexts = QuietTexts & { name: string; url: string; types: string[]; filter: string; format: WebhookFormat }

const formatOptions = webhookFormats.map((value) => ({ value, ...formatLabels[value] }))

type WebhookDialogProps = EditWebhookProps & { onClose: () => void }

/** Adds a webhook and then shows its secret once, or changes one. */
export function WebhookDialog({ webhook, types, hasPublicUrl, onClose }: WebhookDialogProps) {
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
        <MessageFields form={form} title={createPreviewTitle(selectedTypes, types)} hasPublicUrl={hasPublicUrl} />
      ) : null}
    </FormDialog>
  )
}
