'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import type { z } from 'zod'
import { capitalised } from '#components/records/improvement-labels.ts'
import { Combobox } from '#components/ui/form/combobox.tsx'
import { DateInput } from '#components/ui/form/date-input.tsx'
import { EntryForm } from '#components/ui/form/entry-form.tsx'
import { FormField } from '#components/ui/form/form-field.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { UsualDates } from '#components/ui/form/usual-dates.tsx'
import { PersonInput } from '#components/users/person-input.tsx'
import { useServerForm } from '#lib/api/use-server-form.ts'
import { useValuesInUse } from '#lib/api/use-values-in-use.ts'
import { NewImprovement } from '#lib/contracts/improvements.ts'
import { improvementCategories, improvementPriorities, withUsed } from '#lib/domain/improvement-values.ts'

/** The fields of an improvement action that a person fills in; the source is set by the caller. */
export const ImprovementDetails = NewImprovement.omit({ source_type: true, source_ref: true })
export type ImprovementDetails = z.input<typeof ImprovementDetails>

type ImprovementFormProps = {
  label: string
  values: ImprovementDetails
  submitLabel: string
  onSubmit: (values: z.output<typeof ImprovementDetails>) => Promise<unknown>
  onCancel: () => void
}

/** Form for all fields of an improvement action; server errors show at their fields. */
export function ImprovementForm({ label, values, submitLabel, onSubmit, onCancel }: ImprovementFormProps) {
  const { form, state } = useServerForm<ImprovementDetails, z.output<typeof ImprovementDetails>>({
    resolver: zodResolver(ImprovementDetails),
    values: detailsOf(values),
    focus: 'title',
    send: onSubmit,
  })
  const { improvement_categories: categories = [] } = useValuesInUse()
  return (
    <EntryForm {...state} label={label} submitLabel={submitLabel} onCancel={onCancel}>
      <FormField form={form} name="title" label="Title" required />
      <FormField
        form={form}
        name="description"
        label="What to do"
        rules={{ setValueAs: orNull }}
        as={Textarea}
        rows={3}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="owner" label="Owner" required controlled={(field) => <PersonInput {...field} />} />
        <div className="flex flex-col gap-1.5">
          <FormField form={form} name="target_date" label="Due" required as={DateInput} />
          <UsualDates
            onPick={(day) =>
              form.setValue('target_date', day, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
            }
          />
        </div>
        <FormField
          form={form}
          name="category"
          label="Category"
          controlled={({ value, onChange, ...field }) => (
            <Combobox
              {...field}
              value={value ?? ''}
              onChange={(category) => onChange(orNull(category))}
              options={withUsed(improvementCategories, categories).map(asOption)}
            />
          )}
        />
        <FormField
          form={form}
          name="priority"
          label="Priority"
          rules={{ setValueAs: orNull }}
          as={NativeSelect}
          placeholder="None"
          options={improvementPriorities.map(asOption)}
        />
      </div>
    </EntryForm>
  )
}

/** Picks the fields of the form from a record that has more. */
const detailsOf = ({ title, description, owner, target_date, category, priority }: ImprovementDetails) => ({
  title,
  description,
  owner,
  target_date,
  category,
  priority,
})

const asOption = (value: string) => ({ value, label: capitalised(value) })
const orNull = (value: string | null) => value || null
