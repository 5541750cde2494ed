import { EntryForm } from '#components/ui/form/entry-form.tsx'
import { useServerForm } from '#components/ui/form/use-server-form.ts'
import { PersonInput } from '#components/users/person-input.tsx'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { DueInput } from './due-input.tsx'
import { useEditImprovement } from './use-edit-improvement.ts'

export type EditableField = 'owner' | 'target_date'
type ImprovementFieldFormProps = { improvement: Improvement; field: EditableField; onDone: () => void }

/** Form for one field of an action: owner or due date. */
export function ImprovementFieldForm({ improvement, field, onDone }: ImprovementFieldFormProps) {
  const edit = useEditImprovement()
  const { Field, state } = useServerForm<Record<string, string>>({
    schema: async () => {
      const [{ z }, { ImprovementPatch }] = await Promise.all([import('zod'), import('#lib/contracts/improvements.ts')])
      return z.object({ [field]: ImprovementPatch.required().shape[field] })
    },
    values: { [field]: improvement[field] },
    focus: field,
    send: async (values) => {
      if (values[field] !== improvement[field]) await edit.mutateAsync({ improvement, edit: values })
      onDone()
    },
  })
  return (
    <EntryForm {...state} submitLabel="Save" onCancel={onDone}>
      {field === 'owner' ? (
        <Field name="owner" label="Owner" required controlled={PersonInput} />
      ) : (
        <Field name="target_date" label="Due" required controlled={DueInput} />
      )}
    </EntryForm>
  )
}
