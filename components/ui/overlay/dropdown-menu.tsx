'use client'

import { useState } from 'react'
import type { DropdownMenuProps } from './dropdown-menu-panel.tsx'
import { LazyTrigger } from './lazy-trigger.tsx'
import { useLazyPart } from './use-lazy-part.ts'

const loadPanel = () => import('./dropdown-menu-panel.tsx')

/** Menu of actions and links behind a button. Its code loads when it first opens. */
export function DropdownMenu(props: DropdownMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const [isByKey, setByKey] = useState(false)
  const part = useLazyPart(loadPanel, isOpen, () => setOpen(false))
  if (part) {
    const onOpenChange = (next: boolean) => {
      setOpen(next)
      setByKey(false)
    }
    return <part.DropdownMenuPanel {...props} isOpen={isOpen} onOpenChange={onOpenChange} focusesFirst={isByKey} />
  }
  const open = (isByKey: boolean) => {
    setOpen(true)
    setByKey(isByKey)
  }
  return (
    <LazyTrigger haspopup="menu" load={loadPanel} onOpen={open}>
      {props.trigger}
    </LazyTrigger>
  )
}
