'use client'

import type { z } from 'zod'
import { OptionalCombobox } from '#components/ui/form/combobox.tsx'
import { DueInput } from '#components/ui/form/date-input.tsx'
import { EntryForm } from '#components/ui/form/entry-form.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { useServerForm } from '#components/ui/form/use-server-form.ts'
import { PersonInput } from '#components/users/person-input.tsx'
import { useValuesInUse } from '#lib/api/use-values-in-use.ts'
import {
  addUsedValues,
  improvementCategories,
  improvementPriorities,
} from '#lib/domain/improvements/improvement-values.ts'
import { capitalise } from '#lib/text/first-letter.ts'

/** Fields of an improvement action that a person fills in; the caller sets the source. */
const loadDetails = async () =>
  (await import('#lib/contracts/improvements.ts')).NewImprovement.omit({ source_type: true, source_ref: true })
type ImprovementDetails = Awaited<ReturnType<typeof loadDetails>>

type ImprovementFormProps = {
  label: string
  values: z.input<ImprovementDetails>
  submitLabel: string
  onSubmit: (values: z.output<ImprovementDetails>) => Promise<unknown>
  onCancel: () => void
}

export function ImprovementForm({ label, values, submitLabel, onSubmit, onCancel }: ImprovementFormProps) {
  const { title, description, owner, target_date, category, priority } = values
  const { Field, state } = useServerForm({
    schema: loadDetails,
    values: { title, description, owner, target_date, category, priority },
    focus: 'title',
    send: onSubmit,
  })
  const { improvement_categories: used = [] } = useValuesInUse()
  const rules = { setValueAs: (value: string) => value || null }
  return (
    <EntryForm {...state} label={label} submitLabel={submitLabel} onCancel={onCancel}>
      <Field name="title" label="Title" required />
      <Field name="description" label="What to do" rules={rules} as={Textarea} rows={3} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field name="owner" label="Owner" required controlled={PersonInput} />
        <Field name="target_date" label="Due" required controlled={DueInput} />
        <Field
          name="category"
          label="Category"
          controlled={OptionalCombobox}
          options={addUsedValues(improvementCategories, used).map(asOption)}
        />
        <Field
          name="priority"
          label="Priority"
          rules={rules}
          as={NativeSelect}
          placeholder="None"
          options={improvementPriorities.map(asOption)}
        />
      </div>
    </EntryForm>
  )
}

const asOption = (value: string) => ({ value, label: capitalise(value) })
