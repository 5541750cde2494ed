'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { DateInput } from '#components/ui/form/date-input.tsx'
import { EntryForm } from '#components/ui/form/entry-form.tsx'
import { FormField } from '#components/ui/form/form-field.tsx'
import { UsualDates } from '#components/ui/form/usual-dates.tsx'
import { PersonInput } from '#components/users/person-input.tsx'
import { useServerForm } from '#lib/api/use-server-form.ts'
import { type Improvement, ImprovementPatch } from '#lib/contracts/improvements.ts'
import type { EditableField } from './register-props.ts'
import { useEditImprovement } from './use-edit-improvement.ts'

const fieldSchemas = ImprovementPatch.required().shape

type ImprovementFieldFormProps = {
  improvement: Improvement
  field: EditableField
  onDone: () => void
}

/** Form for one field of an action: owner or due date. */
export function ImprovementFieldForm({ improvement, field, onDone }: ImprovementFieldFormProps) {
  const edit = useEditImprovement()
  const { form, state } = useServerForm<Record<string, string>>({
    resolver: zodResolver(z.object({ [field]: fieldSchemas[field] })),
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
        <FormField form={form} name="owner" label="Owner" required controlled={(input) => <PersonInput {...input} />} />
      ) : (
        <>
          <FormField form={form} name="target_date" label="Due" required as={DateInput} />
          <UsualDates onPick={(day) => form.setValue('target_date', day)} />
        </>
      )}
    </EntryForm>
  )
}
