'use client'

import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react'
import { tinykeys } from 'tinykeys'
import { buildKeybindings, isIgnored, isSingleKey, type Shortcut } from './keybindings.ts'
import { ShortcutHelp } from './shortcut-help.tsx'

type Shortcuts = {
  add: (shortcut: Shortcut) => () => void
  openHelp: () => void
}

const ShortcutsContext = createContext<Shortcuts>({ add: () => () => {}, openHelp: () => {} })

const sequenceTimeoutMs = 1_500
const storageKey = 'hindsight-single-keys'

/** Handles the shortcuts of the page, and lists them in a dialog. */
export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const [shortcuts, setShortcuts] = useState<readonly Shortcut[]>([])
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [hasSingleKeys, setSingleKeys] = useState(true)
  const [context] = useState<Shortcuts>(() => ({
    add: (shortcut) => {
      setShortcuts((before) => [...before, shortcut])
      return () => setShortcuts((before) => before.filter((other) => other !== shortcut))
    },
    openHelp: () => setHelpOpen(true),
  }))

  useEffect(() => setSingleKeys(localStorage.getItem(storageKey) !== 'off'), [])

  useEffect(() => {
    const active = shortcuts.filter(({ keys }) => hasSingleKeys || !isSingleKey(keys))
    return tinykeys(window, buildKeybindings(active), { timeout: sequenceTimeoutMs, ignore: isIgnored })
  }, [shortcuts, hasSingleKeys])

  return (
    <ShortcutsContext value={context}>
      {children}
      {isHelpOpen ? (
        <ShortcutHelp
          shortcuts={shortcuts}
          onClose={() => setHelpOpen(false)}
          hasSingleKeys={hasSingleKeys}
          onSingleKeysChange={(isOn) => {
            localStorage.setItem(storageKey, isOn ? 'on' : 'off')
            setSingleKeys(isOn)
          }}
        />
      ) : null}
    </ShortcutsContext>
  )
}

/**
 * Runs `handler` on a key (`n`), a combination (`$mod+k`) or a sequence (`g c`) while the component is mounted. Lists
 * it under `group` in the shortcut dialog. Never fires inside a dialog; in a field only with `$mod`.
 */
export function useShortcut(keys: string, description: string, handler: () => void, group = 'This page'): void {
  const { add } = useContext(ShortcutsContext)
  const run = useEffectEvent(handler)
  useEffect(() => add({ keys, description, group, run: () => run() }), [add, keys, description, group])
}

/** Returns a function that opens the shortcut dialog. */
export function useShortcutHelp(): () => void {
  return useContext(ShortcutsContext).openHelp
}
