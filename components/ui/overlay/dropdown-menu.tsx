'use client'

import { Check } from 'lucide-react'
import * as RadixMenu from 'radix-ui/dropdown-menu'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { menuItemClass, menuPanelClass } from './menu-styles.ts'

export type MenuEntry =
  | { label: string; icon?: ReactNode; danger?: boolean; disabled?: boolean; onSelect: () => void }
  | { label: string; icon?: ReactNode; href: string }
  /** Entry that is on or off; toggling it leaves the menu open. */
  | { label: string; checked: boolean; onCheckedChange: (checked: boolean) => void }
  | { heading: string }
  | 'separator'

type DropdownMenuProps = {
  /** Button that opens the menu: a `Button` or an `IconButton`. */
  trigger: ReactElement<ComponentProps<'button'>>
  entries: readonly MenuEntry[]
  align?: 'start' | 'center' | 'end'
}

/** Menu of actions and links behind a button. */
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
            <Entry key={getEntryKey(entry, at)} entry={entry} />
          ))}
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  )
}

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry === 'separator') return <RadixMenu.Separator className="-mx-1 my-1 h-px bg-line" />
  if ('heading' in entry) {
    return <RadixMenu.Label className="px-2 pt-1.5 pb-1 text-xs text-muted">{entry.heading}</RadixMenu.Label>
  }
  if ('checked' in entry) {
    return (
      <RadixMenu.CheckboxItem
        checked={entry.checked}
        onCheckedChange={entry.onCheckedChange}
        onSelect={(event) => event.preventDefault()}
        className={cx(menuItemClass, 'pl-8')}
      >
        <RadixMenu.ItemIndicator className="absolute left-2">
          <Check aria-hidden="true" className="size-4 text-accent-text" />
        </RadixMenu.ItemIndicator>
        {entry.label}
      </RadixMenu.CheckboxItem>
    )
  }
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

function getEntryKey(entry: MenuEntry, at: number): string {
  if (entry === 'separator') return `separator ${at}`
  return 'heading' in entry ? entry.heading : entry.label
}
