'use client'

import { useEffect, useRef } from 'react'
import { attachTooltips } from './tooltip-events.ts'

/**
 * The one tooltip of the page, drawn beside any element with `data-tooltip="…"` on hover and on keyboard focus; with
 * `data-tooltip-within="selector"` only while the element stands inside such a one.
 * Escape hides it, and it stays while the pointer is over it (WCAG 1.4.13).
 */
export function TooltipLayer() {
  const bubble = useRef<HTMLDivElement>(null)
  useEffect(() => (bubble.current ? attachTooltips(bubble.current) : undefined), [])
  return (
    <div
      ref={bubble}
      id="tooltip"
      role="tooltip"
      // It repeats a name, or is read through `aria-describedby`, which works with what is hidden too.
      aria-hidden="true"
      popover="manual"
      className="fixed inset-auto w-max max-w-72 rounded-md bg-ink px-2 py-1 text-xs font-medium text-bg shadow-raised"
    />
  )
}
