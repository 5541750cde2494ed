'use client'

import { Keyboard } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useMemo } from 'react'
import { type NavItem, navItemsFor, type ShellRole } from './nav-items.ts'
import { usePaletteGroup } from './palette.tsx'
import type { PaletteGroup } from './palette-filter.ts'
import { useShortcut, useShortcutHelp } from './shortcuts.tsx'

/** Puts the pages of the navigation into the command palette and on the keys. */
export function ShellCommands({ role }: { role: ShellRole | undefined }) {
  const openHelp = useShortcutHelp()
  const items = useMemo(() => navItemsFor(role), [role])
  usePaletteGroup(
    useMemo<PaletteGroup>(
      () => ({
        heading: 'Go to',
        items: items.map(({ href, label, icon, keys }) => ({ id: `go ${href}`, label, icon, href, keys })),
      }),
      [items],
    ),
  )
  usePaletteGroup(
    useMemo<PaletteGroup>(
      () => ({
        heading: 'Help',
        items: [{ id: 'shortcuts', label: 'Keyboard shortcuts', icon: Keyboard, keys: '?', run: openHelp }],
      }),
      [openHelp],
    ),
  )
  return items.map((item) => <GoShortcut key={item.href} item={item} />)
}

function GoShortcut({ item }: { item: NavItem }) {
  const router = useRouter()
  useShortcut(item.keys, `Go to ${item.label}`, () => router.push(item.href), { group: 'Go to' })
  return null
}
