'use client'

import { useRef } from 'react'

/**
 * For a Radix dialog that is opened from elsewhere than its own trigger: when it closes, the focus goes back to where it
 * was, or to the button of the menu that the dialog was chosen from.
 */
export function useReturnFocus() {
  const before = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: () => {
      const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null
      const menuButton = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
      before.current = menuButton ? document.getElementById(menuButton) : focused
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      before.current?.focus()
    },
  }
}
