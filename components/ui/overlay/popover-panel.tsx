'use client'

import * as RadixPopover from 'radix-ui/popover'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { menuPanelClass } from './menu-styles.ts'

export type PopoverProps = {
  trigger: ReactElement<ComponentProps<'button'>>
  /** Names the panel for screen readers. */
  label: string
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  className?: string
  children: ReactNode
}

type PopoverPanelProps = PopoverProps & { open: boolean; onOpenChange: (open: boolean) => void }

/** The panel without its lazy loading; see `Popover`. */
export function PopoverPanel({
  trigger,
  label,
  align = 'start',
  open,
  onOpenChange,
  className,
  children,
}: PopoverPanelProps) {
  return (
    <RadixPopover.Root open={open} onOpenChange={onOpenChange}>
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
