'use client'

import { Pencil } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { useLazyPart } from './use-lazy-part.ts'

type EditButtonProps<Input> = {
  label: string
  className?: string
  /** Loads the dialog when it is first needed; a stable function. */
  load: () => Promise<{ readonly Dialog: ComponentType<Input & { onClose: () => void }> }>
  /** What the dialog edits. */
  input: Input
}

/** A pencil that opens a dialog, whose code is loaded with the first click. */
export function EditButton<Input extends object>({ label, className, load, input }: EditButtonProps<Input>) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const part = useLazyPart(load, isOpen, close)
  return (
    <>
      <IconButton
        size="sm"
        label={label}
        icon={<Pencil aria-hidden="true" />}
        onClick={() => setOpen(true)}
        className={className}
      />
      {part && isOpen ? <part.Dialog {...input} onClose={close} /> : null}
    </>
  )
}
