'use client'

import type { ReactNode } from 'react'
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { fieldId } from '#components/ui/form/field-id.ts'
import { InstantInput } from '#components/ui/form/instant-input.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'

/** Form fields of a step. They are controlled, so that the server renders their values. */
type Bound<Form extends FieldValues, Value> = {
  control: Control<Form>
  name: FieldPathByValue<Form, Value>
  label: ReactNode
  hint?: ReactNode
  required?: boolean
}

export function TextField<Form extends FieldValues>({
  control,
  name,
  rows,
  ...props
}: Bound<Form, string> & { rows: number }) {
  const { field, fieldState } = useController({ control, name })
  return (
    <Field {...props} name={name} error={fieldState.error?.message}>
      <Textarea {...field} rows={rows} />
    </Field>
  )
}

export function MomentField<Form extends FieldValues>({ control, name, ...props }: Bound<Form, string | null>) {
  const { field, fieldState } = useController({ control, name })
  return (
    <Field {...props} name={name} error={fieldState.error?.message}>
      <InstantInput value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
    </Field>
  )
}

type ChoiceFieldProps<Form extends FieldValues> = Bound<Form, string | null> & {
  options: readonly { value: string; label: ReactNode; hint?: ReactNode }[]
  inline?: boolean
}

export function ChoiceField<Form extends FieldValues>({ control, name, label, ...props }: ChoiceFieldProps<Form>) {
  const { field, fieldState } = useController({ control, name })
  return (
    <RadioGroup
      {...props}
      legend={label}
      name={name}
      value={field.value}
      onValueChange={field.onChange}
      error={fieldState.error?.message}
    />
  )
}

const yesAndNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

/** Radio buttons, because an unticked checkbox would already mean “no”. */
export function YesNoField<Form extends FieldValues>({ control, name, label, ...props }: Bound<Form, boolean | null>) {
  const { field, fieldState } = useController({ control, name })
  const value: boolean | null = field.value
  return (
    <RadioGroup
      {...props}
      legend={label}
      name={name}
      options={yesAndNo}
      value={value === null ? null : value ? 'yes' : 'no'}
      onValueChange={(choice) => field.onChange(choice === 'yes')}
      error={fieldState.error?.message}
      inline
    />
  )
}

type FlagFieldProps<Form extends FieldValues> = Bound<Form, boolean> & {
  /** Why it cannot be ticked now; it can always be unticked. */
  blockedBy?: string | null
}

export function FlagField<Form extends FieldValues>({ control, name, label, blockedBy }: FlagFieldProps<Form>) {
  const { field } = useController({ control, name })
  const isBlocked = Boolean(blockedBy) && !field.value
  return (
    <Checkbox
      id={fieldId(name)}
      label={label}
      hint={isBlocked ? blockedBy : undefined}
      disabled={isBlocked}
      checked={field.value}
      onChange={(event) => field.onChange(event.target.checked)}
      onBlur={field.onBlur}
    />
  )
}
