'use client'

import * as RadixAlertDialog from 'radix-ui/alert-dialog'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { DialogOverlay, useReturnFocus } from './dialog.tsx'

export type AlertDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description: ReactNode
  /** The verb, such as "Revoke"; never "OK". */
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  children?: ReactNode
}

/** Confirms an action that is hard to undo. Escape and the initial focus mean "no". */
export function AlertDialog(props: AlertDialogProps) {
  const { title, description, confirmLabel, cancelLabel = 'Cancel', danger, busy, onConfirm, children, ...root } = props
  const returnFocus = useReturnFocus()
  return (
    <RadixAlertDialog.Root {...root}>
      <RadixAlertDialog.Portal>
        <DialogOverlay />
        <RadixAlertDialog.Content
          {...returnFocus}
          className="fixed inset-x-4 top-[20dvh] z-40 mx-auto max-w-md rounded-xl border border-line bg-raised p-4 shadow-raised outline-none data-[state=open]:animate-rise"
        >
          <RadixAlertDialog.Title className="text-md font-semibold text-balance wrap-anywhere">
            {title}
          </RadixAlertDialog.Title>
          <RadixAlertDialog.Description className="mt-1 text-sm text-muted wrap-anywhere">
            {description}
          </RadixAlertDialog.Description>
          {children ? <div className="mt-3">{children}</div> : null}
          <div className="mt-4 flex flex-wrap justify-end gap-2">
            <RadixAlertDialog.Cancel asChild>
              <Button>{cancelLabel}</Button>
            </RadixAlertDialog.Cancel>
            <Button variant={danger ? 'danger' : 'primary'} busy={busy ?? false} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </RadixAlertDialog.Content>
      </RadixAlertDialog.Portal>
    </RadixAlertDialog.Root>
  )
}
