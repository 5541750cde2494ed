import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { showToast, type ToastMessage } from '#components/ui/overlay/toast.tsx'
import type { CallInput, CallOptions, CallResponse } from '#lib/api/call-endpoint.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { Route } from '#lib/contracts/endpoint.ts'
import type { Tag } from '#lib/contracts/tags.ts'
import type { FormResult } from './form-dialog.tsx'
import { type FormOptions, useServerForm } from './use-server-form.ts'

type EndpointForm<R extends Route, Values extends FieldValues, Output> = FormOptions<Values, Output> & {
  readonly input: (values: Output) => CallInput<R> & CallOptions
  /** Returns what replaces the form in a `FormDialog`. Without it, or for null, `done` and `onDone` follow. */
  readonly result?: (response: CallResponse<R>, values: Output) => FormResult | null | Promise<FormResult | null>
  readonly done?: string | ((response: CallResponse<R>, values: Output) => string | Omit<ToastMessage, 'kind'>)
  /** Called after the write. An error that it throws shows like an error of the write. See `leavePage`. */
  readonly onDone?: (response: CallResponse<R>, values: Output) => unknown
  readonly invalidates?: readonly Tag[]
}

/** Form that writes through an endpoint; then its values count as saved, and the page loads its rows again. */
export function useEndpointForm<R extends Route, Values extends FieldValues, Output = Values>(
  route: R,
  { input, result, done, onDone, invalidates = [], ...options }: EndpointForm<R, Values, Output>,
) {
  const router = useRouter()
  const write = useEndpointMutation(route, invalidates)
  const [shown, setShown] = useState<FormResult | null>(null)
  const { form, state, ...parts } = useServerForm<Values, Output>({
    ...options,
    send: async (values) => {
      const response = await write.mutateAsync(input(values))
      const content = (await result?.(response, values)) ?? null
      setShown(content)
      if (!content) {
        const message = typeof done === 'function' ? done(response, values) : done
        if (message) showToast({ kind: 'success', ...(typeof message === 'string' ? { title: message } : message) })
        await onDone?.(response, values)
      }
      form.reset(form.getValues())
      router.refresh()
    },
  })
  return { form, ...parts, state: { ...state, result: shown } }
}
