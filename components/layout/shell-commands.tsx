'use client'

import { Keyboard } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useMemo } from 'react'
import { type NavItem, navItemsFor, type ShellRole } from './nav-items.ts'
import { usePaletteGroup } from './palette.tsx'
import type { PaletteGroup } from './palette-filter.ts'
import { useShortcut, useShortcutHelp } from './shortcuts.tsx'

/** Adds the pages of the navigation and the help to the command palette and the shortcuts. */
export function ShellCommands({ role }: { role: ShellRole | undefined }) {
  const openHelp = useShortcutHelp()
  useShortcut('?', 'Show the keyboard shortcuts', openHelp, 'Everywhere')
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
  useShortcut(item.keys, `Go to ${item.label}`, () => router.push(item.href), 'Go to')
  return null
}
