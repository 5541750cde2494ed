'use client'

import { Keyboard } from 'lucide-react'
import { KeyCombination } from './key-combination.tsx'
import { useShortcutHelp } from './shortcuts.tsx'

/** The help sheet from within the user menu, for those who do not know of `?`. */
export function ShortcutHelpButton({ className }: { className: string }) {
  const openHelp = useShortcutHelp()
  return (
    <button type="button" popoverTarget="user-menu" popoverTargetAction="hide" onClick={openHelp} className={className}>
      <Keyboard aria-hidden="true" />
      <span className="flex-1">Keyboard shortcuts</span>
      <KeyCombination keys="?" />
    </button>
  )
}
