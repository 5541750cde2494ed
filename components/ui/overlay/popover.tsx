'use client'

import * as RadixPopover from 'radix-ui/popover'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { cx } from '#components/ui/class-names.ts'

type PopoverProps = {
  trigger: ReactElement<ComponentProps<'button'>>
  label: string
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  className?: string
  children: ReactNode
}

export function Popover({ trigger, label, align = 'start', className, children, ...state }: PopoverProps) {
  return (
    <RadixPopover.Root {...state}>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={cx(menuPanelClass, 'max-h-(--radix-popover-content-available-height) w-72 p-3', className)}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}

/** Classes of the panel of a menu, list or popover. */
export const menuPanelClass =
  'z-50 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border border-line bg-raised p-1 text-sm text-ink ' +
  'shadow-raised outline-none data-[state=open]:animate-rise'

/** Classes of one line of a menu or list; Radix marks the active one with `data-highlighted`. */
export const menuItemClass =
  'relative flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2 py-1 outline-none select-none ' +
  'data-highlighted:bg-accent-soft data-highlighted:text-ink data-disabled:cursor-not-allowed data-disabled:opacity-55 ' +
  '[&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted'
