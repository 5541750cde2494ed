import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { updateAuditChange } from '#lib/contracts/admin-routes.ts'
import type { AuditChange } from '#lib/contracts/app/audits.ts'
import { stateLabels } from './audit-labels.ts'

export type AuditChangeProps = { audit: string; change: AuditChange }

const states = Object.entries(stateLabels).map(([value, { label, hint }]) => ({ value, label, hint }))
const orNull = (text: string) => (text.trim() === '' ? null : text)

/** Edits the notes of the auditor on a drawn change. */
export function AuditChangeDialog({ audit, change, onClose }: AuditChangeProps & { onClose: () => void }) {
  const { number, title, request_number: request, state: current, note } = change
  const { Field, choice, state } = useEndpointForm(updateAuditChange, {
    values: { request_number: request ?? '', state: current, note: note ?? '' },
    input: (values) => ({
      params: { id: audit, number },
      body: { ...values, request_number: orNull(values.request_number), note: orNull(values.note) },
    }),
    done: `Notes on ${number} saved`,
    onDone: onClose,
  })
  return (
    <FormDialog {...state} title={number} description={title ?? undefined} submitLabel="Save" onClose={onClose}>
      <Field name="request_number" label="Your request number" maxLength={100} className="max-w-60" />
      <RadioGroup {...choice('state')} legend="State" required options={states} />
      <Field name="note" label="Note" hint="An exception needs one." as={Textarea} rows={4} />
    </FormDialog>
  )
}
