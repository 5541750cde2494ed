'use client'

import { type ComponentProps, cloneElement, type KeyboardEvent, type MouseEvent, type ReactElement } from 'react'

type LazyTriggerProps = {
  haspopup: 'menu' | 'dialog'
  /** Loads the code of the overlay. Called early if a click is likely. */
  load: () => Promise<unknown>
  onOpen: (isByKey: boolean) => void
  /** Must have no handlers of its own. */
  children: ReactElement<ComponentProps<'button'>>
}

/** Stands in for the real trigger until its code has loaded. Opens on click, and a menu on the arrow-down key too. */
export function LazyTrigger({ haspopup, load, onOpen, children }: LazyTriggerProps) {
  const preload = () => void load().catch(() => undefined)
  const onKeyDown = (event: KeyboardEvent) => {
    if (haspopup !== 'menu' || event.key !== 'ArrowDown') return
    event.preventDefault()
    onOpen(true)
  }
  return cloneElement(children, {
    'aria-haspopup': haspopup,
    'aria-expanded': false,
    // `detail` is 0 for a click by Enter, Space or a screen reader.
    onClick: (event: MouseEvent) => onOpen(event.detail === 0),
    onKeyDown,
    onPointerEnter: preload,
    onFocus: preload,
  })
}
