'use client'

import { Keyboard } from 'lucide-react'
import { userMenuId } from '#components/layout/user-menu-item.ts'
import { KeyCombination } from './key-combination.tsx'
import { useShortcutHelp } from './shortcuts.tsx'

/** Opens the list of shortcuts from the user menu. */
export function ShortcutHelpButton({ className }: { className: string }) {
  const openHelp = useShortcutHelp()
  return (
    <button
      type="button"
      popoverTarget={userMenuId}
      popoverTargetAction="hide"
      onClick={openHelp}
      className={className}
    >
      <Keyboard aria-hidden="true" />
      <span className="flex-1">Keyboard shortcuts</span>
      <KeyCombination keys="?" />
    </button>
  )
}
