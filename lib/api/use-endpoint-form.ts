import { useRouter } from 'next/navigation'
import type { FieldValues } from 'react-hook-form'
import type { Route } from '#lib/contracts/routes.ts'
import type { Tag } from '#lib/contracts/tags.ts'
import type { CallInput, CallOptions, CallResponse } from './call-endpoint.ts'
import { useEndpointMutation } from './use-endpoint-mutation.ts'
import { type FormOptions, useServerForm } from './use-server-form.ts'

type EndpointForm<R extends Route, Values extends FieldValues, Output> = FormOptions<Values, Output> & {
  /** The input of the endpoint. */
  readonly input: (values: Output) => CallInput<R> & CallOptions
  /** Runs after the write; an error that it throws shows like one of the write. See `leavePage`. */
  readonly onDone: (response: CallResponse<R>, values: Output) => unknown
  readonly invalidates?: readonly Tag[]
}

/** A form that writes through an endpoint; the page then loads its rows again. See `useServerForm`. */
export function useEndpointForm<R extends Route, Values extends FieldValues, Output = Values>(
  route: R,
  { input, onDone, invalidates = [], ...options }: EndpointForm<R, Values, Output>,
) {
  const router = useRouter()
  const write = useEndpointMutation(route, invalidates)
  const send = async (values: Output) => {
    await onDone(await write.mutateAsync(input(values)), values)
    router.refresh()
  }
  return useServerForm({ ...options, send })
}
