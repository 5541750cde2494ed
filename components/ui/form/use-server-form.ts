import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type RegisterOptions,
  useForm,
} from 'react-hook-form'
import { createLazyResolver, type FormSchema, showServerErrors } from '#lib/api/form-errors.ts'
import { focusById, toFieldId } from './field-id.ts'
import { bindField } from './form-field.tsx'

export type FormOptions<Values extends FieldValues, Output> = {
  /** Schema that checks the values before they are sent; without one, only the service checks them. */
  readonly schema?: FormSchema<Values, Output>
  readonly values: DefaultValues<Values>
  readonly focus?: Path<Values> | undefined
}

type ChoiceOptions<Values extends FieldValues, Name extends Path<Values>> = RegisterOptions<Values, Name> & {
  /** Message for every error, such as “Choose a role”. */
  readonly message?: string
}

/**
 * Form whose values are sent to the service. Errors of the response show at the fields that they name, others above the
 * form. `Field` is a field of the form, `choice` connects radio buttons to it, and `state` is for the component around
 * the fields, such as `FormDialog` or `EntryForm`.
 */
export function useServerForm<Values extends FieldValues, Output = Values>(
  props: FormOptions<Values, Output> & { readonly send: (values: Output) => Promise<unknown> },
) {
  const { schema, values, focus, send } = props
  const form = useForm<Values, unknown, Output>({
    ...(schema ? { resolver: createLazyResolver(schema) } : {}),
    defaultValues: values,
  })
  const [Field] = useState(() => bindField(form))
  const { setFocus } = form
  useEffect(() => {
    if (focus) setFocus(focus)
  }, [focus, setFocus])
  const onSubmit = form.handleSubmit(async (checked) => {
    try {
      await send(checked)
    } catch (error) {
      // Drawn at once, so that there is room to scroll to the first field with its error.
      const first = flushSync(() => showServerErrors(error, Object.keys(values) as Path<Values>[], form.setError))
      if (first) focusById(toFieldId(first))
    }
  })
  const { isSubmitting, errors } = form.formState
  const choice = <Name extends Path<Values>>(name: Name, { message, ...rules }: ChoiceOptions<Values, Name> = {}) => {
    const error: FieldError | undefined = get(errors, name)
    return { register: form.register(name, rules), error: error && (message ?? error.message) }
  }
  return { form, Field, choice, state: { busy: isSubmitting, error: errors.root?.message, onSubmit } }
}
