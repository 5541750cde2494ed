'use client'

import * as RadixTooltip from 'radix-ui/tooltip'
import type { ReactElement, SyntheticEvent } from 'react'

type TooltipProps = {
  text: string
  /** Selector of what the element must be in for its tooltip, as in a narrow navigation. */
  within?: string
  children: ReactElement
}

/** Text on hover and keyboard focus, for a control without visible text. Where the text is cut, use a `title`. */
export function Tooltip({ text, within, children }: TooltipProps) {
  const stopOutside = (event: SyntheticEvent<HTMLElement>) => {
    if (within && !event.currentTarget.closest(within)) event.preventDefault()
    if (event.type === 'focus' && !event.currentTarget.matches(':focus-visible')) event.preventDefault()
  }
  return (
    <RadixTooltip.Root>
      <RadixTooltip.Trigger asChild onPointerMove={stopOutside} onFocus={stopOutside}>
        {children}
      </RadixTooltip.Trigger>
      <RadixTooltip.Portal>
        <RadixTooltip.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 w-max max-w-72 rounded-md bg-ink px-2 py-1 text-xs font-medium text-bg shadow-raised"
        >
          {text}
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  )
}

/** Needed once around all tooltips. */
export const TooltipProvider = RadixTooltip.Provider
