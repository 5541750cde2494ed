import type { ReactNode } from 'react'
import {
  Controller,
  type ControllerRenderProps,
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type RegisterOptions,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

type FormFieldProps<Values extends FieldValues, Output, Name extends Path<Values>> = {
  form: Pick<UseFormReturn<Values, unknown, Output>, 'register' | 'formState' | 'control'>
  name: Name
  label: ReactNode
  hint?: ReactNode
  required?: boolean
  className?: string
  options?: RegisterOptions<Values, Name>
  /** A control that takes its value, instead of one that is registered. */
  controlled?: (field: ControllerRenderProps<Values, Name>) => ReactNode
  /** The control, from what `register` returns; a text input without autocompletion by default. */
  children?: (registration: UseFormRegisterReturn) => ReactNode
}

/** A field of a form: its label, hint, control and error, all by its name. */
export function FormField<Values extends FieldValues, Output, Name extends Path<Values>>(
  props: FormFieldProps<Values, Output, Name>,
) {
  const { form, name, options, controlled, children, required = false, ...labels } = props
  const error: FieldError | undefined = get(form.formState.errors, name)
  const registered = () => {
    const registration = form.register(name, options)
    return children ? children(registration) : <Input autoComplete="off" {...registration} />
  }
  return (
    <Field {...labels} name={name} required={required} error={error?.message}>
      {controlled ? (
        <Controller control={form.control} name={name} render={({ field }) => <>{controlled(field)}</>} />
      ) : (
        registered()
      )}
    </Field>
  )
}
