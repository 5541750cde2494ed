'use client'

import { useRef } from 'react'

/**
 * Returns props for a Radix dialog without its own trigger: on close, the focus returns to the element that had it, or
 * to the button of the menu that opened the dialog.
 */
export function useReturnFocus() {
  const focusedBefore = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: () => {
      const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null
      const menuButton = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
      focusedBefore.current = menuButton ? document.getElementById(menuButton) : focused
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      focusedBefore.current?.focus()
    },
  }
}
