'use client'

import { useRouter } from 'next/navigation'
import { type NavItem, navItemsFor } from './nav-items.ts'
import { useShortcut, useShortcutHelp } from './shortcuts.tsx'
import { useUser } from './user-context.tsx'

/** The shortcuts of the pages in the navigation and of the help. */
export function GoShortcuts() {
  const role = useUser()?.role
  useShortcut('?', 'Show the keyboard shortcuts', useShortcutHelp(), 'Everywhere')
  return navItemsFor(role).map((item) => <GoShortcut key={item.href} item={item} />)
}

function GoShortcut({ item }: { item: NavItem }) {
  const router = useRouter()
  useShortcut(item.keys, `Go to ${item.label}`, () => router.push(item.href), 'Go to')
  return null
}
