import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { updateControl } from '#lib/contracts/admin-routes.ts'
import type { Control } from '#lib/contracts/app/controls.ts'

export type ControlProps = { control: Control; title: string }

const orNull = (text: string) => (text.trim() === '' ? null : text)

/** Form for a requirement: filters for the changes that it applies to and that meet it, and other evidence. */
export function ControlDialog({ control, title, onClose }: ControlProps & { onClose: () => void }) {
  const { id, asks, applies, evidence, note } = control
  const { Field, state } = useEndpointForm(updateControl, {
    values: { applies: applies ?? '', evidence: evidence ?? '', note: note ?? '' },
    input: (values) => ({
      params: { id },
      body: { applies: orNull(values.applies), evidence: orNull(values.evidence), note: orNull(values.note) },
    }),
    done: 'Requirement saved',
    onDone: onClose,
  })
  return (
    <FormDialog {...state} title={title} description={asks} submitLabel="Save" onClose={onClose}>
      <Field
        name="applies"
        label="Applies to"
        hint="A filter in the language of the changes, such as type = emergency. Empty: all closed changes."
        as={Textarea}
        rows={2}
        spellCheck={false}
      />
      <Field
        name="evidence"
        label="Shown by"
        hint="The filter that such a change matches, such as has_backout_plan = true. Empty: no field shows it."
        as={Textarea}
        rows={3}
        spellCheck={false}
      />
      <Field
        name="note"
        label="Other evidence"
        hint="What shows it outside Hindsight, such as a document."
        as={Textarea}
        rows={3}
      />
    </FormDialog>
  )
}
