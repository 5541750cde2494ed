'use client'

import dynamic from 'next/dynamic'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { ApiError } from '#lib/api/api-error.ts'

// Loaded when it opens.
const ReasonDialog = dynamic(() => import('./reason-dialog.tsx').then((part) => part.ReasonDialog), {
  loading: () => null,
})

type ReasonButtonProps = Pick<
  ComponentProps<typeof Button>,
  'icon' | 'size' | 'variant' | 'disabled' | 'aria-label'
> & {
  children: ReactNode
  title: string
  description: string
  submitLabel: string
  /** The request that the reason starts. */
  move: { isPending: boolean; error: ApiError | null }
  /** Further fields, below the reason. */
  fields?: ReactNode
  /** `close` closes the dialog once the request has succeeded. */
  onSubmit: (reason: string, close: () => void) => void
}

/** A button that asks for a reason before it does something to a review. */
export function ReasonButton(props: ReasonButtonProps) {
  const { title, description, submitLabel, move, fields, disabled = false, onSubmit, ...button } = props
  const isHydrated = useHydrated()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button disabled={!isHydrated || disabled} onClick={() => setOpen(true)} {...button} />
      {isOpen ? (
        <ReasonDialog
          title={title}
          description={description}
          submitLabel={submitLabel}
          busy={move.isPending}
          error={move.error}
          onSubmit={(reason) => onSubmit(reason, close)}
          onClose={close}
        >
          {fields}
        </ReasonDialog>
      ) : null}
    </>
  )
}
