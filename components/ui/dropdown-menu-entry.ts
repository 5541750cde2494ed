import type { ReactElement, ReactNode } from 'react'

export type MenuEntry =
  | { label: string; icon?: ReactNode; danger?: boolean; disabled?: boolean; onSelect: () => void }
  | { label: string; icon?: ReactNode; href: string }
  /** On or off; the menu stays open. */
  | { label: string; checked: boolean; onCheckedChange: (checked: boolean) => void }
  | { heading: string }
  | 'separator'

export type DropdownMenuProps = {
  /** The button that opens it: a `Button` or an `IconButton`. */
  trigger: ReactElement
  entries: readonly MenuEntry[]
  align?: 'start' | 'center' | 'end'
}
