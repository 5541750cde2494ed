import type { ComponentProps, ElementType, ReactNode } from 'react'
import {
  Controller,
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  type RegisterOptions,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

type FieldForm<Values extends FieldValues, Output> = Pick<
  UseFormReturn<Values, unknown, Output>,
  'register' | 'setValue' | 'formState' | 'control'
>

type OwnProps<Values extends FieldValues, Name extends Path<Values>, Control> = {
  name: Name
  /** Id of the control, needed if another form of the page has a field with this name. */
  id?: string
  label: ReactNode
  hint?: ReactNode
  /** Marks the field; refuses a blank text if the form has no schema. */
  required?: boolean
  className?: string
  rules?: RegisterOptions<Values, Name>
  /** Type of an input; the value of a `number` is a number. */
  type?: string
  /** Control that takes the other properties; by default a text input without autocompletion. */
  as?: Control
  /** Control with `value` and `onChange`, in place of one that is registered. */
  controlled?: Control
  children?: (registration: UseFormRegisterReturn) => ReactNode
}

type OwnPropName = keyof OwnProps<FieldValues, string, unknown>

type FieldProps<Values extends FieldValues, Name extends Path<Values>, Control extends ElementType> = OwnProps<
  Values,
  Name,
  Control
> &
  Omit<ComponentProps<Control>, OwnPropName | 'form' | 'value' | 'onChange' | 'onBlur' | 'ref'>

export function FormField<
  Values extends FieldValues,
  Output,
  Name extends Path<Values>,
  Control extends ElementType = typeof Input,
>(props: FieldProps<Values, Name, Control> & { form: FieldForm<Values, Output> }) {
  const { form, name, id, rules, controlled, children, as, ...more } = props
  const { label, hint, className = '', required = false, type, ...control } = more
  const error: FieldError | undefined = get(form.formState.errors, name)
  const isHydrated = useHydrated()
  /** Takes over what was typed, or filled in by the browser, before hydration; the form would overwrite it. */
  const keepEarlyText = (registration: UseFormRegisterReturn): UseFormRegisterReturn =>
    isHydrated
      ? registration
      : {
          ...registration,
          ref: (control: HTMLInputElement | null) => {
            if (control?.value && control.type !== 'number')
              form.setValue(name, control.value as PathValue<Values, Name>)
            registration.ref(control)
          },
        }
  const registered = () => {
    const defaultRules: RegisterOptions<Values, Name> =
      type === 'number' ? { valueAsNumber: true } : required ? { validate: refuseBlank } : {}
    const registration = keepEarlyText(form.register(name, rules ?? defaultRules))
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

export function bindField<Values extends FieldValues, Output>(form: FieldForm<Values, Output>) {
  return <Name extends Path<Values>, Control extends ElementType = typeof Input>(
    props: FieldProps<Values, Name, Control>,
  ) => <FormField form={form} {...props} />
}
