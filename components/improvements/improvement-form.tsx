'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useValuesInUse } from '#components/filter/use-values-in-use.ts'
import { capitalised } from '#components/records/improvement-words.ts'
import { Combobox } from '#components/ui/combobox.tsx'
import { DateInput } from '#components/ui/date-input.tsx'
import { EntryForm } from '#components/ui/entry-form.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { NativeSelect } from '#components/ui/native-select.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { UsualDates } from '#components/ui/usual-dates.tsx'
import { PersonInput } from '#components/users/person-input.tsx'
import { showServerErrors } from '#lib/api/form-errors.ts'
import { NewImprovement } from '#lib/contracts/improvements.ts'
import { improvementCategories, improvementPriorities, withUsed } from '#lib/domain/improvement-values.ts'

/** The fields of an improvement action that a person fills in; the source is set by the caller. */
export const ImprovementDetails = NewImprovement.omit({ source_type: true, source_ref: true })
export type ImprovementDetails = z.input<typeof ImprovementDetails>

const fields = ['title', 'description', 'owner', 'target_date', 'category', 'priority'] as const

type ImprovementFormProps = {
  label: string
  values: ImprovementDetails
  submitLabel: string
  onSubmit: (values: z.output<typeof ImprovementDetails>) => Promise<unknown>
  onCancel: () => void
}

/** Form for all fields of an improvement action; server errors show at their fields. */
export function ImprovementForm({ label, values, submitLabel, onSubmit, onCancel }: ImprovementFormProps) {
  const form = useForm<ImprovementDetails, unknown, z.output<typeof ImprovementDetails>>({
    resolver: zodResolver(ImprovementDetails),
    defaultValues: detailsOf(values),
  })
  const { setFocus } = form
  useEffect(() => setFocus('title'), [setFocus])
  const submit = form.handleSubmit(async (details) => {
    try {
      await onSubmit(details)
    } catch (error) {
      showServerErrors(error, fields, form.setError)
    }
  })
  return (
    <EntryForm
      label={label}
      error={form.formState.errors.root?.message}
      busy={form.formState.isSubmitting}
      submitLabel={submitLabel}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <ImprovementFields form={form} />
    </EntryForm>
  )
}

type ImprovementFieldsProps = {
  form: UseFormReturn<ImprovementDetails, unknown, z.output<typeof ImprovementDetails>>
}

function ImprovementFields({ form: { control, register, setValue, formState } }: ImprovementFieldsProps) {
  const { errors } = formState
  const { improvement_categories: categories = [] } = useValuesInUse()
  return (
    <>
      <Field label="Title" name="title" required error={errors.title?.message}>
        <Input {...register('title')} />
      </Field>
      <Field label="What to do" name="description" error={errors.description?.message}>
        <Textarea rows={3} {...register('description', { setValueAs: orNull })} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Owner" name="owner" required error={errors.owner?.message}>
          <Controller control={control} name="owner" render={({ field }) => <PersonInput {...field} />} />
        </Field>
        <div className="flex flex-col gap-1.5">
          <Field label="Due" name="target_date" required error={errors.target_date?.message}>
            <DateInput {...register('target_date')} />
          </Field>
          <UsualDates
            onPick={(day) => setValue('target_date', day, { shouldDirty: true, shouldValidate: formState.isSubmitted })}
          />
        </div>
        <Field label="Category" name="category" error={errors.category?.message}>
          <Controller
            control={control}
            name="category"
            render={({ field: { value, onChange, ...field } }) => (
              <Combobox
                {...field}
                value={value ?? ''}
                onChange={(category) => onChange(orNull(category))}
                options={withUsed(improvementCategories, categories).map(asOption)}
              />
            )}
          />
        </Field>
        <Field label="Priority" name="priority" error={errors.priority?.message}>
          <NativeSelect
            placeholder="None"
            options={improvementPriorities.map(asOption)}
            {...register('priority', { setValueAs: orNull })}
          />
        </Field>
      </div>
    </>
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
