import { useRouter } from 'next/navigation'
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form'
import type { Route } from '#lib/contracts/routes.ts'
import type { Tag } from '#lib/contracts/tags.ts'
import type { CallInput, CallOptions, CallResponse } from './call-endpoint.ts'
import { showServerErrors } from './form-errors.ts'
import { useEndpointMutation } from './use-endpoint-mutation.ts'

type EndpointForm<R extends Route, Values extends FieldValues, Output> = {
  /** Checks the values before they are sent; without one only the service checks them. */
  readonly resolver?: Resolver<Values, unknown, Output>
  readonly values: Values
  /** The input of the endpoint. */
  readonly input: (values: Output) => CallInput<R> & CallOptions
  /** Runs after the write; an error that it throws shows like one of the write. */
  readonly onDone: (response: CallResponse<R>, values: Output) => unknown
  readonly invalidates?: readonly Tag[]
}

/**
 * A form that writes through an endpoint; the page then loads its rows again. Errors of the response show at the fields that
 * they name, others above the form.
 * `state` is for the component around the fields, such as `FormDialog` or `EntryForm`.
 */
export function useEndpointForm<R extends Route, Values extends FieldValues, Output = Values>(
  route: R,
  { resolver, values, input, onDone, invalidates = [] }: EndpointForm<R, Values, Output>,
) {
  const router = useRouter()
  const write = useEndpointMutation(route, invalidates)
  const form = useForm<Values, unknown, Output>({
    ...(resolver ? { resolver } : {}),
    defaultValues: values as DefaultValues<Values>,
  })
  const onSubmit = form.handleSubmit(async (checked) => {
    try {
      await onDone(await write.mutateAsync(input(checked)), checked)
      router.refresh()
    } catch (error) {
      showServerErrors(error, Object.keys(values) as Path<Values>[], form.setError)
    }
  })
  return {
    form,
    /** Whether the write succeeded, for a form whose page then goes away. */
    isDone: write.isSuccess,
    state: { busy: form.formState.isSubmitting, error: form.formState.errors.root?.message, onSubmit },
  }
}
