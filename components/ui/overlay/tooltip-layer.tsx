'use client'

import { useEffect, useRef } from 'react'
import { attachTooltips } from './tooltip-events.ts'

/**
 * The one tooltip of the page. Shown on hover and keyboard focus beside any element with `data-tooltip="…"`; with
 * `data-tooltip-within="selector"` only inside a matching element. Escape hides it, and it stays while the pointer is
 * over it (WCAG 1.4.13). Radix Tooltip would add 18 kB to every page and a component for every cell with a tooltip.
 */
export function TooltipLayer() {
  const bubble = useRef<HTMLDivElement>(null)
  useEffect(() => (bubble.current ? attachTooltips(bubble.current) : undefined), [])
  return (
    <div
      ref={bubble}
      id="tooltip"
      role="tooltip"
      // Hidden, because it repeats the accessible name or is referenced by `aria-describedby`, which works for hidden
      // elements.
      aria-hidden="true"
      popover="manual"
      className="fixed inset-auto w-max max-w-72 rounded-md bg-ink px-2 py-1 text-xs font-medium text-bg shadow-raised"
    />
  )
}
