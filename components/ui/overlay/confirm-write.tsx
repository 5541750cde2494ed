'use client'

import { useRouter } from 'next/navigation'
import { type ComponentProps, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { CallInput, CallOptions, CallResponse } from '#lib/api/call-endpoint.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { Route } from '#lib/contracts/endpoint.ts'
import type { Tag } from '#lib/contracts/tags.ts'
import { AlertDialog, type AlertDialogProps } from './alert-dialog.tsx'
import { showErrorToast, showToast, type ToastMessage } from './toast.tsx'

type Done = string | (Omit<ToastMessage, 'kind'> & Partial<ToastMessage>)

type WriteProps<R extends Route> = {
  route: R
  input: CallInput<R> & CallOptions
  invalidates?: readonly Tag[]
  /** Message of success; none if omitted. */
  done?: Done | ((response: CallResponse<R>) => Done)
  onDone?: (response: CallResponse<R>) => unknown
  /** Path of the page that opens afterwards. */
  goTo?: string
}

type Question = Pick<AlertDialogProps, 'title' | 'description' | 'confirmLabel' | 'danger'>

/** A write from outside a form, once at a time, with toasts. Afterwards the page loads its rows again. */
export function useWrite<R extends Route>({ route, input, invalidates = [], done, onDone, goTo }: WriteProps<R>) {
  const router = useRouter()
  const { mutate, isPending } = useEndpointMutation(route, invalidates)
  // A second click comes before the first has drawn the button as busy.
  const isRunning = useRef(false)
  const run = (onSettled?: () => void) => {
    if (isRunning.current) return
    isRunning.current = true
    mutate(input, {
      onSuccess: async (response) => {
        const message = typeof done === 'function' ? done(response) : done
        if (message) showToast({ kind: 'success', ...(typeof message === 'string' ? { title: message } : message) })
        await onDone?.(response)
        if (goTo) router.push(goTo)
        router.refresh()
      },
      onError: (error) => {
        showErrorToast(error)
        router.refresh()
      },
      onSettled: () => {
        isRunning.current = false
        onSettled?.()
      },
    })
  }
  return { run, isPending }
}

/** Confirms a write that is hard to undo; open while it is mounted. */
export function ConfirmWrite<R extends Route>(props: WriteProps<R> & Question & { onClose: () => void }) {
  const { title, description, confirmLabel, danger = false, onClose } = props
  const { run, isPending } = useWrite(props)
  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={title}
      description={description}
      confirmLabel={confirmLabel}
      danger={danger}
      busy={isPending}
      onConfirm={() => run(onClose)}
    />
  )
}

type WriteButtonProps<R extends Route> = WriteProps<R> &
  Omit<ComponentProps<typeof Button>, 'onClick' | 'busy'> & {
    /** Question to confirm before the write. */
    confirm?: Question
  }

/** Button with one write. A page of the server can show it, as all but its callbacks is plain data. */
export function WriteButton<R extends Route>(props: WriteButtonProps<R>) {
  const { route, input, invalidates, done, onDone, goTo, confirm, ...button } = props
  const [isAsking, setAsking] = useState(false)
  const isHydrated = useHydrated()
  const { run, isPending } = useWrite(props)
  return (
    <>
      <Button
        {...button}
        inert={!isHydrated}
        busy={isPending && !confirm}
        onClick={() => (confirm ? setAsking(true) : run())}
      />
      {confirm && isAsking ? <ConfirmWrite {...props} {...confirm} onClose={() => setAsking(false)} /> : null}
    </>
  )
}
