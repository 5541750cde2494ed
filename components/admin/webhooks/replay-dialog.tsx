'use client'

import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { InstantInput } from '#components/ui/form/instant-input.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { replayDeliveries } from '#lib/contracts/admin-routes.ts'
import type { Webhook } from '#lib/contracts/app/webhooks.ts'
import { describeSendTime } from './webhook-labels.ts'

const dayMs = 24 * 3_600_000
const statuses = Object.entries({ failed: 'Given up', all: 'Given up or delivered' })
const options = statuses.map(([value, label]) => ({ value, label }))

/** Sends the deliveries of a period again, by default of the last day. An emptied input has no value. */
export function ReplayDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { Field, state } = useEndpointForm(replayDeliveries, {
    values: { since: new Date(Date.now() - dayMs).toISOString(), until: '', status: 'failed' },
    input: ({ since, until, status }) => ({
      params: { id: webhook.id },
      body: { since, ...(until && { until }), ...(status === 'failed' && { status: 'failed' as const }) },
    }),
    done: ({ replayed }) => ({
      title: `${replayed} ${replayed === 1 ? 'delivery' : 'deliveries'} queued again`,
      ...(replayed > 0 && { description: describeSendTime(webhook) }),
    }),
    onDone: onClose,
  })
  const title = `Send deliveries of ${webhook.name} again`
  const description =
    'Each has the same identifier and body as before, so that the receiver can recognise it. Tests are left out.'
  return (
    <FormDialog {...state} title={title} description={description} submitLabel="Send again" onClose={onClose}>
      <Field name="since" label="Queued from" required controlled={InstantInput} />
      <Field name="until" label="Until" hint="Empty: until now." controlled={InstantInput} />
      <Field name="status" label="Status" as={NativeSelect} options={options} />
    </FormDialog>
  )
}
