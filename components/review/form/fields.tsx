import type { ReactNode } from 'react'
import { FieldComments } from '#components/discussion/field-comments.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { toFieldId } from '#components/ui/form/field-id.ts'
import { InstantInput } from '#components/ui/form/instant-input.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { type StepField, useField } from './use-step-form.ts'

type FieldProps<Value> = { field: StepField<Value>; label: ReactNode; hint?: ReactNode; required?: boolean }

/** Value of a field, and the props of its frame: name, error and button for comments. */
function useFramedField<Value>(field: StepField<Value>) {
  const { name, value, onChange, error } = useField(field)
  return { value, onChange, frame: { name, error, aside: <FieldComments name={name} /> } }
}

export function TextField({ field, rows, ...props }: FieldProps<string> & { rows: number }) {
  const { value, onChange, frame } = useFramedField(field)
  return (
    <Field {...props} {...frame}>
      <Textarea value={value} onChange={(event) => onChange(event.target.value)} rows={rows} />
    </Field>
  )
}

export function MomentField({ field, ...props }: FieldProps<string | null>) {
  const { value, onChange, frame } = useFramedField(field)
  return (
    <Field {...props} {...frame}>
      <InstantInput value={value} onChange={onChange} />
    </Field>
  )
}

type ChoiceFieldProps<Value extends string> = FieldProps<Value | null> & {
  options: readonly { value: Value; label: ReactNode; hint?: ReactNode }[]
  inline?: boolean
}

export function ChoiceField<Value extends string>({ field, label, options, ...props }: ChoiceFieldProps<Value>) {
  const { value, onChange, frame } = useFramedField(field)
  const choose = (choice: string) => onChange(options.find((option) => option.value === choice)?.value ?? null)
  return <RadioGroup {...props} {...frame} legend={label} options={options} value={value} onValueChange={choose} />
}

const yesAndNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

/** Radio buttons, because an unticked checkbox would already mean “no”. */
export function YesNoField({ field, label, ...props }: FieldProps<boolean | null>) {
  const { value, onChange, frame } = useFramedField(field)
  return (
    <RadioGroup
      {...props}
      {...frame}
      legend={label}
      options={yesAndNo}
      value={value === null ? null : value ? 'yes' : 'no'}
      onValueChange={(choice) => onChange(choice === 'yes')}
      inline
    />
  )
}

type FlagFieldProps = Pick<FieldProps<boolean>, 'field' | 'label'> & {
  /** Reason why it cannot be ticked now. It can always be unticked. */
  blockedBy: string | null
}

export function FlagField({ field, label, blockedBy }: FlagFieldProps) {
  const { name, value, onChange } = useField(field)
  const isBlocked = blockedBy !== null && !value
  return (
    <div className="flex items-start justify-between gap-2">
      <Checkbox
        id={toFieldId(name)}
        label={label}
        hint={isBlocked ? blockedBy : undefined}
        disabled={isBlocked}
        checked={value}
        onChange={(event) => onChange(event.target.checked)}
      />
      <FieldComments name={name} />
    </div>
  )
}
