import type { ComponentProps } from 'react'

/**
 * What stands between a modal dialog and the page: it takes the clicks, and keeps the page from scrolling. Radix's own
 * one writes variables on the body, which every element inherits: to compute the style of each anew took longer than the
 * rest of opening a dialog.
 */
export function DialogOverlay(props: ComponentProps<'div'>) {
  return <div {...props} data-dialog-overlay="" className="fixed inset-0 z-40 animate-appear touch-none bg-overlay" />
}
