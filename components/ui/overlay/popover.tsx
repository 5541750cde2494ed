'use client'

import { useState } from 'react'
import { LazyTrigger } from './lazy-trigger.tsx'
import type { PopoverProps } from './popover-panel.tsx'
import { useLazyPart } from './use-lazy-part.ts'

const loadPanel = () => import('./popover-panel.tsx')

/** Small panel beside its button, for more than a menu and less than a dialog. Loaded when it first opens. */
export function Popover({ open, onOpenChange, ...props }: PopoverProps) {
  const [isOpenInternally, setOpenInternally] = useState(false)
  const isOpen = open ?? isOpenInternally
  const setOpen = (next: boolean) => {
    setOpenInternally(next)
    onOpenChange?.(next)
  }
  const part = useLazyPart(loadPanel, isOpen, () => setOpen(false))
  if (part) return <part.PopoverPanel {...props} open={isOpen} onOpenChange={setOpen} />
  return (
    <LazyTrigger haspopup="dialog" load={loadPanel} onOpen={() => setOpen(true)}>
      {props.trigger}
    </LazyTrigger>
  )
}
