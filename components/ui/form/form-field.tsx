import type { ComponentProps, ElementType, ReactNode } from 'react'
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

type OwnProps<Values extends FieldValues, Output, Name extends Path<Values>, Control> = {
  form: Pick<UseFormReturn<Values, unknown, Output>, 'register' | 'formState' | 'control'>
  name: Name
  label: ReactNode
  hint?: ReactNode
  required?: boolean
  /** Of the field, not of its control. */
  className?: string
  rules?: RegisterOptions<Values, Name>
  /** The control, which takes the other properties; a text input without autocompletion by default. */
  as?: Control
  /** A control that takes its value, instead of one that is registered. */
  controlled?: (field: ControllerRenderProps<Values, Name>) => ReactNode
  /** The control, where it needs more than its properties. */
  children?: (registration: UseFormRegisterReturn) => ReactNode
}

type OwnName = keyof OwnProps<FieldValues, unknown, string, unknown>

type FormFieldProps<
  Values extends FieldValues,
  Output,
  Name extends Path<Values>,
  Control extends ElementType,
> = OwnProps<Values, Output, Name, Control> & Omit<ComponentProps<Control>, OwnName | 'onChange' | 'onBlur' | 'ref'>

/** A field of a form: its label, hint, control and error, all by its name. */
export function FormField<
  Values extends FieldValues,
  Output,
  Name extends Path<Values>,
  Control extends ElementType = typeof Input,
>(props: FormFieldProps<Values, Output, Name, Control>) {
  const { form, name, rules, controlled, children, as, label, hint, className = '', required = false, ...more } = props
  const error: FieldError | undefined = get(form.formState.errors, name)
  const registered = () => {
    const registration = form.register(name, rules)
    if (children) return children(registration)
    const Registered: ElementType = as ?? Input
    return <Registered {...(as ? {} : { autoComplete: 'off' })} {...more} {...registration} />
  }
  return (
    <Field label={label} hint={hint} className={className} name={name} required={required} error={error?.message}>
      {controlled ? (
        <Controller control={form.control} name={name} render={({ field }) => <>{controlled(field)}</>} />
      ) : (
        registered()
      )}
    </Field>
  )
}
