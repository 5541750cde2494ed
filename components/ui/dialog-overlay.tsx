'use client'

import { type ComponentProps, useLayoutEffect } from 'react'

/**
 * What stands between a modal dialog and the page: it takes the clicks, and keeps the page from scrolling. Radix's own
 * one writes variables on the body, which every element inherits: to compute the style of each anew took longer than the
 * rest of opening a dialog.
 */
export function DialogOverlay(props: ComponentProps<'div'>) {
  useLayoutEffect(lockScroll, [])
  return <div {...props} className="fixed inset-0 z-40 animate-appear touch-none bg-overlay" />
}

/** Dialogs that are open: one may open another. */
let locks = 0

/** Keeps the page where it is, and as wide as it is without its scroll bar; gives what lets go of it. */
function lockScroll(): () => void {
  const { documentElement: root, body } = document
  if (locks === 0) {
    const bar = window.innerWidth - root.clientWidth
    if (bar > 0) body.style.marginRight = `${bar}px`
    root.style.overflow = 'hidden'
  }
  locks += 1
  return () => {
    locks -= 1
    if (locks > 0) return
    body.style.marginRight = ''
    root.style.overflow = ''
  }
}
