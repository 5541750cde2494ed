'use client'

import { type ComponentProps, useLayoutEffect } from 'react'

/**
 * Backdrop of a modal dialog: takes clicks and stops the page from scrolling. Radix's own overlay sets CSS variables on
 * the body, which makes the browser recalculate every element and took longer than all else of opening.
 */
export function DialogOverlay(props: ComponentProps<'div'>) {
  useLayoutEffect(lockScroll, [])
  return <div {...props} className="fixed inset-0 z-40 animate-appear touch-none bg-overlay" />
}

/** Number of open dialogs, because one may open another. */
let locks = 0

/** Stops the page from scrolling, and reserves the width of the scroll bar. Returns a function that undoes it. */
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
