'use client'

import { Pencil } from 'lucide-react'
import { type ComponentProps, type ComponentType, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { useLazyPart } from './use-lazy-part.ts'

type LazyDialog<Input> = {
  /** Loads the dialog when it is first needed. The function must be stable. */
  load: () => Promise<{ readonly Dialog: ComponentType<Input & { onClose: () => void }> }>
  /** Props of the dialog except `onClose`. */
  input: Input
}

function useLazyDialog<Input extends object>({ load, input }: LazyDialog<Input>) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const part = useLazyPart(load, isOpen, close)
  return { open: () => setOpen(true), dialog: part && isOpen ? <part.Dialog {...input} onClose={close} /> : null }
}

type DialogButtonProps<Input> = LazyDialog<Input> & Omit<ComponentProps<typeof Button>, 'onClick'>

/** Button that opens a dialog, whose code loads with the first click. */
export function DialogButton<Input extends object>({ load, input, ...button }: DialogButtonProps<Input>) {
  const { open, dialog } = useLazyDialog({ load, input })
  return (
    <>
      <Button {...button} onClick={open} />
      {dialog}
    </>
  )
}

type EditButtonProps<Input> = LazyDialog<Input> & { label: string; className?: string }

/** Pencil button that opens a dialog, like `DialogButton`. */
export function EditButton<Input extends object>({ label, className, load, input }: EditButtonProps<Input>) {
  const { open, dialog } = useLazyDialog({ load, input })
  return (
    <>
      <IconButton size="sm" label={label} icon={<Pencil aria-hidden="true" />} onClick={open} className={className} />
      {dialog}
    </>
  )
}
