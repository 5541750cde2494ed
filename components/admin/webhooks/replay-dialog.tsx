'use client'

import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { replayDeliveries } from '#lib/contracts/admin-routes.ts'

const periods = Object.entries({ 1: 'hour', 24: 'day', 168: 'week', 744: 'month' })
const hours = periods.map(([value, name]) => ({ value, label: `The last ${name}` }))
const statuses = [
  { value: 'failed', label: 'Given up' },
  { value: 'all', label: 'Given up or delivered' },
]

/** Sends the deliveries of a period again. */
export function ReplayDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { Field, state } = useEndpointForm(replayDeliveries, {
    values: { hours: '24', status: 'failed' as 'failed' | 'all' },
    input: ({ hours: back, status }) => {
      const since = new Date(Date.now() - Number(back) * 3_600_000).toISOString()
      return { params: { id }, body: status === 'failed' ? { since, status } : { since } }
    },
    done: ({ replayed }) => `${replayed} ${replayed === 1 ? 'delivery' : 'deliveries'} queued again`,
    onDone: onClose,
  })
  return (
    <FormDialog
      {...state}
      title={`Send deliveries of ${name} again`}
      description="Each has the same identifier and body as before, so that the receiver can recognise it."
      submitLabel="Send again"
      onClose={onClose}
    >
      <Field name="hours" label="Queued in" as={NativeSelect} options={hours} />
      <Field name="status" label="Status" as={NativeSelect} options={statuses} />
    </FormDialog>
  )
}
