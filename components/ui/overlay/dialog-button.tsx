'use client'

import { Pencil } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'

type WithDialog = { dialog: (onClose: () => void) => ReactNode }

export function DialogButton({ dialog, ...button }: WithDialog & Omit<ComponentProps<typeof Button>, 'onClick'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {isOpen ? dialog(() => setOpen(false)) : null}
    </>
  )
}

export function EditButton({ dialog, ...button }: WithDialog & { label: string; className?: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton {...button} size="sm" icon={<Pencil />} onClick={() => setOpen(true)} />
      {isOpen ? dialog(() => setOpen(false)) : null}
    </>
  )
}
