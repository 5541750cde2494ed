'use client'

import * as RadixPopover from 'radix-ui/popover'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { menuPanelClass } from './menu-styles.ts'

type PopoverProps = {
  trigger: ReactElement<ComponentProps<'button'>>
  /** Names the panel for screen readers. */
  label: string
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  className?: string
  children: ReactNode
}

/** Small panel beside its button, for more than a menu and less than a dialog. */
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
