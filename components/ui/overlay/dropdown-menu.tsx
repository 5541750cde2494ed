'use client'

import * as RadixMenu from 'radix-ui/dropdown-menu'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { menuItemClass, menuPanelClass } from './popover.tsx'

export type MenuEntry =
  | { label: string; icon?: ReactNode; danger?: boolean; disabled?: boolean; onSelect: () => void }
  | { label: string; icon?: ReactNode; href: string }
  | 'separator'

type DropdownMenuProps = {
  /** Button that opens the menu: a `Button` or an `IconButton`. */
  trigger: ReactElement<ComponentProps<'button'>>
  entries: readonly MenuEntry[]
  align?: 'start' | 'center' | 'end'
}

export function DropdownMenu({ trigger, entries, align = 'end' }: DropdownMenuProps) {
  return (
    <RadixMenu.Root modal={false}>
      <RadixMenu.Trigger asChild>{trigger}</RadixMenu.Trigger>
      <RadixMenu.Portal>
        <RadixMenu.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={cx(menuPanelClass, 'max-h-(--radix-dropdown-menu-content-available-height) min-w-44')}
        >
          {entries.map((entry, at) => (
            <Entry key={entry === 'separator' ? `${at}` : entry.label} entry={entry} />
          ))}
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  )
}

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry === 'separator') return <RadixMenu.Separator className="-mx-1 my-1 h-px bg-line" />
  if ('href' in entry) {
    return (
      <RadixMenu.Item asChild className={menuItemClass}>
        <Link href={entry.href}>
          {entry.icon}
          {entry.label}
        </Link>
      </RadixMenu.Item>
    )
  }
  const dangerClass = 'text-danger-text data-highlighted:bg-danger-soft data-highlighted:text-danger-text'
  return (
    <RadixMenu.Item
      disabled={entry.disabled ?? false}
      onSelect={entry.onSelect}
      className={cx(menuItemClass, entry.danger && dangerClass)}
    >
      {entry.icon}
      {entry.label}
    </RadixMenu.Item>
  )
}
