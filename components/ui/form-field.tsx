import type { ReactNode } from 'react'
import {
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

type FormFieldProps<Values extends FieldValues, Output> = {
  form: Pick<UseFormReturn<Values, unknown, Output>, 'register' | 'formState'>
  name: Path<Values>
  label: ReactNode
  hint?: ReactNode
  required?: boolean
  /** The control, from what `register` returns; a text input without autocompletion by default. */
  children?: (registration: UseFormRegisterReturn) => ReactNode
}

/** A field of a form: its label, hint, control and error, all by its name. */
export function FormField<Values extends FieldValues, Output>(props: FormFieldProps<Values, Output>) {
  const { form, name, label, hint, required = false, children } = props
  const error: FieldError | undefined = get(form.formState.errors, name)
  const registration = form.register(name)
  return (
    <Field label={label} name={name} hint={hint} required={required} error={error?.message}>
      {children ? children(registration) : <Input autoComplete="off" {...registration} />}
    </Field>
  )
}
