import { useEffect } from 'react'
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form'
import { showServerErrors } from './form-errors.ts'

export type FormOptions<Values extends FieldValues, Output> = {
  /** Checks the values before they are sent; without one only the service checks them. */
  readonly resolver?: Resolver<Values, unknown, Output>
  /** The values at the beginning; a field without one is empty. */
  readonly values: DefaultValues<Values>
  /** The field that has the focus when the form opens. */
  readonly focus?: Path<Values> | undefined
}

/**
 * A form whose values are sent to the service. Errors of the response show at the fields that they name, others above the
 * form. `state` is for the component around the fields, such as `FormDialog` or `EntryForm`.
 */
export function useServerForm<Values extends FieldValues, Output = Values>({
  resolver,
  values,
  focus,
  send,
}: FormOptions<Values, Output> & { readonly send: (values: Output) => Promise<unknown> }) {
  const form = useForm<Values, unknown, Output>({
    ...(resolver ? { resolver } : {}),
    defaultValues: values,
  })
  const { setFocus } = form
  useEffect(() => {
    if (focus) setFocus(focus)
  }, [focus, setFocus])
  const onSubmit = form.handleSubmit(async (checked) => {
    try {
      await send(checked)
    } catch (error) {
      showServerErrors(error, Object.keys(values) as Path<Values>[], form.setError)
    }
  })
  const { isSubmitting, errors } = form.formState
  return { form, state: { busy: isSubmitting, error: errors.root?.message, onSubmit } }
}
