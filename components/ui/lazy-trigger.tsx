'use client'

import { Slot } from 'radix-ui/slot'
import type { KeyboardEvent, MouseEvent, ReactElement } from 'react'

type LazyTriggerProps = {
  haspopup: 'menu' | 'dialog'
  /** Fetches what opens; called ahead when a click is likely. */
  load: () => Promise<unknown>
  /** Told whether a key opened it. */
  onOpen: (isByKey: boolean) => void
  children: ReactElement
}

/** Stands for the real trigger until the code behind it is there; opens on click, a menu on the arrow keys too. */
export function LazyTrigger({ haspopup, load, onOpen, children }: LazyTriggerProps) {
  const ahead = () => void load().catch(() => undefined)
  const onKeyDown = (event: KeyboardEvent) => {
    if (haspopup !== 'menu' || event.key !== 'ArrowDown') return
    event.preventDefault()
    onOpen(true)
  }
  return (
    <Slot
      aria-haspopup={haspopup}
      aria-expanded={false}
      // A click without a count comes from Enter, the space bar or a screen reader.
      onClick={(event: MouseEvent) => onOpen(event.detail === 0)}
      onKeyDown={onKeyDown}
      onPointerEnter={ahead}
      onFocus={ahead}
    >
      {children}
    </Slot>
  )
}
