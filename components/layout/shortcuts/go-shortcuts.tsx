'use client'

import { useRouter } from 'next/navigation'
import { listNavItems, type NavItem } from '#components/layout/navigation/nav-items.ts'
import { useUser } from '#components/layout/user-context.tsx'
import { useShortcut, useShortcutHelp } from './shortcuts.tsx'

/** Registers the shortcuts for the pages of the navigation and for the help. */
export function GoShortcuts() {
  const role = useUser()?.role
  useShortcut('?', 'Show the keyboard shortcuts', useShortcutHelp(), 'Everywhere')
  return listNavItems(role).map((item) => <GoShortcut key={item.href} item={item} />)
}

function GoShortcut({ item }: { item: NavItem }) {
  const router = useRouter()
  useShortcut(item.keys, `Go to ${item.label}`, () => router.push(item.href), 'Go to')
  return null
}
