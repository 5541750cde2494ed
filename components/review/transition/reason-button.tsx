'use client'

import dynamic from 'next/dynamic'
import { type ComponentProps, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { ReasonDialogProps } from './reason-dialog.tsx'

// Loaded when it opens: the page of a change and the sign-off are among the heaviest.
export const ReasonDialog = dynamic(() => import('./reason-dialog.tsx').then((part) => part.ReasonDialog), {
  loading: () => null,
})

type ReasonButtonProps = ReasonDialogProps &
  Pick<ComponentProps<typeof Button>, 'icon' | 'size' | 'variant' | 'disabled' | 'aria-label' | 'children'>

export function ReasonButton(props: ReasonButtonProps) {
  const { title, description, submitLabel, move, fields, disabled = false, onSubmit, ...button } = props
  const isHydrated = useHydrated()
  const [isOpen, setOpen] = useState(false)
  const dialog = { title, description, submitLabel, move, fields, onSubmit }
  return (
    <>
      <Button disabled={!isHydrated || disabled} onClick={() => setOpen(true)} {...button} />
      {isOpen ? <ReasonDialog {...dialog} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
