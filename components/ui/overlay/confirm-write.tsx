import { useRouter } from 'next/navigation'
import type { CallInput, CallOptions, CallResponse } from '#lib/api/call-endpoint.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { Route } from '#lib/contracts/endpoint.ts'
import type { Tag } from '#lib/contracts/tags.ts'
import { AlertDialog, type AlertDialogProps } from './alert-dialog.tsx'
import { showErrorToast, showToast } from './toast.tsx'

type ConfirmWriteProps<R extends Route> = Pick<
  AlertDialogProps,
  'title' | 'description' | 'confirmLabel' | 'danger'
> & {
  route: R
  input: CallInput<R> & CallOptions
  invalidates?: readonly Tag[]
  /** Message of success. */
  done: string
  onDone?: (response: CallResponse<R>) => unknown
  onClose: () => void
}

/** Confirms a write that is hard to undo; open while it is mounted. Afterwards the page loads its rows again. */
export function ConfirmWrite<R extends Route>(props: ConfirmWriteProps<R>) {
  const { route, input, invalidates = [], done, onDone, onClose, ...dialog } = props
  const router = useRouter()
  const write = useEndpointMutation(route, invalidates)
  const confirm = () =>
    write.mutate(input, {
      onSuccess: async (response) => {
        showToast({ kind: 'success', title: done })
        await onDone?.(response)
        router.refresh()
      },
      onError: showErrorToast,
      onSettled: onClose,
    })
  return (
    <AlertDialog
      {...dialog}
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      busy={write.isPending}
      onConfirm={confirm}
    />
  )
}
