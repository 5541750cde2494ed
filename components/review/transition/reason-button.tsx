'use client'

import dynamic from 'next/dynamic'
import { type ComponentProps, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { CallInput, CallOptions } from '#lib/api/call-endpoint.ts'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import type { Route } from '#lib/contracts/endpoint.ts'
import type { ReasonDialogProps } from './reason-dialog.tsx'

// Loaded when it opens: the page of a change and the sign-off are among the heaviest.
export const ReasonDialog = dynamic(() => import('./reason-dialog.tsx').then((part) => part.ReasonDialog), {
  loading: () => null,
})

/** A write of a reason, for a `ReasonButton` or `ReasonDialog`. It ends when the page shows the rows read after it. */
export function useReasonWrite<R extends Route>(
  route: R,
  input: (reason: string) => CallInput<R> & CallOptions,
  done?: string,
) {
  const move = usePageMutation(route)
  const onSubmit = (reason: string, close: () => void) => {
    const confirm = () => {
      close()
      if (done) showToast({ kind: 'success', title: done })
    }
    // The dialog shows an error.
    move.mutateAsync(input(reason)).then(confirm, () => {})
  }
  return { move, onSubmit }
}

type ReasonButtonProps = ReasonDialogProps &
  Pick<ComponentProps<typeof Button>, 'icon' | 'size' | 'variant' | 'disabled' | 'aria-label' | 'children'>

export function ReasonButton(props: ReasonButtonProps) {
  const { title, description, submitLabel, move, fields, areValid, disabled = false, onSubmit, ...button } = props
  const isHydrated = useHydrated()
  const [isOpen, setOpen] = useState(false)
  const dialog = { title, description, submitLabel, move, fields, areValid, onSubmit }
  return (
    <>
      <Button disabled={!isHydrated || disabled} onClick={() => setOpen(true)} {...button} />
      {isOpen ? <ReasonDialog {...dialog} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
