import type { ComponentProps, ElementType, ReactNode } from 'react'
import {
  Controller,
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

type FieldForm<Values extends FieldValues, Output> = Pick<
  UseFormReturn<Values, unknown, Output>,
  'register' | 'formState' | 'control'
>

type OwnProps<Values extends FieldValues, Name extends Path<Values>, Control> = {
  name: Name
  /** Of the control, where another form of the page has a field of this name. */
  id?: string
  label: ReactNode
  hint?: ReactNode
  /** Marks it, and refuses a blank text where the form has no schema. */
  required?: boolean
  /** Of the field, not of its control. */
  className?: string
  rules?: RegisterOptions<Values, Name>
  /** Of an input; the value of a `number` is one. */
  type?: string
  /** The control, which takes the other properties; a text input without autocompletion by default. */
  as?: Control
  /** A control that takes its value, instead of one that is registered. */
  controlled?: Control
  /** The control, where it needs more than its properties. */
  children?: (registration: UseFormRegisterReturn) => ReactNode
}

type OwnName = keyof OwnProps<FieldValues, string, unknown>

type FieldProps<Values extends FieldValues, Name extends Path<Values>, Control extends ElementType> = OwnProps<
  Values,
  Name,
  Control
> &
  Omit<ComponentProps<Control>, OwnName | 'form' | 'value' | 'onChange' | 'onBlur' | 'ref'>

/** A field of a form: its label, hint, control and error, all by its name. */
export function FormField<
  Values extends FieldValues,
  Output,
  Name extends Path<Values>,
  Control extends ElementType = typeof Input,
>(props: FieldProps<Values, Name, Control> & { form: FieldForm<Values, Output> }) {
  const { form, name, id, rules, controlled, children, as, ...more } = props
  const { label, hint, className = '', required = false, type, ...control } = more
  const error: FieldError | undefined = get(form.formState.errors, name)
  const registered = () => {
    const usual: RegisterOptions<Values, Name> =
      type === 'number' ? { valueAsNumber: true } : required ? { validate: refuseBlank } : {}
    const registration = form.register(name, rules ?? usual)
    if (children) return children(registration)
    const Registered: ElementType = as ?? Input
    return (
      <Registered {...(as ? {} : { autoComplete: 'off' })} {...(type ? { type } : {})} {...control} {...registration} />
    )
  }
  const Controlled: ElementType | undefined = controlled
  return (
    <Field
      label={label}
      hint={hint}
      className={className}
      id={id}
      name={name}
      required={required}
      error={error?.message}
    >
      {Controlled ? (
        <Controller control={form.control} name={name} render={({ field }) => <Controlled {...control} {...field} />} />
      ) : (
        registered()
      )}
    </Field>
  )
}

const refuseBlank = (value: unknown) => String(value ?? '').trim() !== '' || 'must not be empty'

/** `FormField` for the fields of one form. */
export function bindField<Values extends FieldValues, Output>(form: FieldForm<Values, Output>) {
  return <Name extends Path<Values>, Control extends ElementType = typeof Input>(
    props: FieldProps<Values, Name, Control>,
  ) => <FormField form={form} {...props} />
}
