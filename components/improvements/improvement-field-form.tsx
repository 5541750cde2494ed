'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '#components/ui/button.tsx'
import { DateInput } from '#components/ui/form/date-input.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { UsualDates } from '#components/ui/form/usual-dates.tsx'
import { PersonInput } from '#components/users/person-input.tsx'
import { ApiError } from '#lib/api/api-error.ts'
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
  const form = useForm<{ value: string }>({
    resolver: zodResolver(z.object({ value: fieldSchemas[field] })),
    defaultValues: { value: improvement[field] },
  })
  const { setFocus } = form
  useEffect(() => setFocus('value'), [setFocus])
  const error = form.formState.errors.value?.message
  const submit = form.handleSubmit(async ({ value }) => {
    try {
      if (value !== improvement[field]) await edit.mutateAsync({ improvement, edit: { [field]: value } })
      onDone()
    } catch (failure) {
      form.setError('value', { type: 'server', message: messageOf(failure, field) })
    }
  })
  const isOwner = field === 'owner'
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <Field label={isOwner ? 'Owner' : 'Due'} error={error} required>
        {isOwner ? (
          <Controller control={form.control} name="value" render={({ field: input }) => <PersonInput {...input} />} />
        ) : (
          <DateInput {...form.register('value')} />
        )}
      </Field>
      {isOwner ? null : <UsualDates onPick={(day) => form.setValue('value', day)} />}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" size="sm" busy={form.formState.isSubmitting}>
          Save
        </Button>
        <Button variant="ghost" size="sm" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function messageOf(failure: unknown, field: EditableField): string {
  const detail = failure instanceof ApiError ? failure.details.find((known) => known.field === field) : undefined
  return detail?.issue ?? (failure instanceof Error ? failure.message : 'The service did not respond.')
}
