'use client'

import { Keyboard } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react'
import { tinykeys } from 'tinykeys'
import { userMenuId } from '#components/layout/user-menu-item.ts'
import { Switch } from '#components/ui/form/checkbox.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { KeyCombination } from './key-combination.tsx'

type Shortcuts = {
  add: (shortcut: Shortcut) => () => void
  openHelp: () => void
}

const ShortcutsContext = createContext<Shortcuts>({ add: () => () => {}, openHelp: () => {} })

const sequenceTimeoutMs = 1_500
const storageKey = 'hindsight-single-keys'

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

export const useShortcutHelp = (): (() => void) => useContext(ShortcutsContext).openHelp

export function ShortcutHelpButton() {
  const openHelp = useShortcutHelp()
  return (
    <button
      type="button"
      popoverTarget={userMenuId}
      popoverTargetAction="hide"
      onClick={openHelp}
      className="user-menu-item"
    >
      <Keyboard aria-hidden="true" />
      <span className="flex-1">Keyboard shortcuts</span>
      <KeyCombination keys="?" />
    </button>
  )
}

type ShortcutHelpProps = {
  shortcuts: readonly Shortcut[]
  onClose: () => void
  hasSingleKeys: boolean
  onSingleKeysChange: (isOn: boolean) => void
}

function ShortcutHelp({ shortcuts, onClose, hasSingleKeys, onSingleKeysChange }: ShortcutHelpProps) {
  const groups = [...new Set(['This page', ...shortcuts.map((shortcut) => shortcut.group)])].filter((group) =>
    shortcuts.some((shortcut) => shortcut.group === group),
  )
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard shortcuts" firstFocus="dialog">
      <div className="flex flex-col gap-4">
        {groups.map((group) => (
          <section key={group} aria-label={group}>
            <h3 className="text-xs font-medium text-muted">{group}</h3>
            <dl className="mt-1">
              {shortcuts
                .filter((shortcut) => shortcut.group === group)
                .map((shortcut) => (
                  <div
                    key={shortcut.keys}
                    className="flex items-center justify-between gap-4 border-b border-line py-1 last:border-0"
                  >
                    <dt className="text-sm">{shortcut.description}</dt>
                    <dd>
                      <KeyCombination keys={shortcut.keys} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
        <Switch
          label="Single-key shortcuts"
          hint="Turn them off if they interfere with speech input or another tool. Shortcuts with Ctrl or Cmd keep working."
          checked={hasSingleKeys}
          onChange={(event) => onSingleKeysChange(event.target.checked)}
        />
      </div>
    </Dialog>
  )
}

type Shortcut = {
  /** Keys in the notation of tinykeys: `n`, `?`, `g c`, `$mod+k` (Ctrl, or Cmd on a Mac). */
  keys: string
  description: string
  group: string
  run: () => void
}

/** True if a shortcut needs no modifier. WCAG 2.1.4 requires a way to turn such shortcuts off. */
export const isSingleKey = (keys: string): boolean => !keys.includes('$mod')

/**
 * Builds the map of bindings for tinykeys. Sequences come first, so that `g k` wins over `k`. Of two shortcuts with the
 * same keys the later one wins. Punctuation matches by the character, whether or not the keyboard layout needs Shift or
 * AltGr for it.
 */
export function buildKeybindings(shortcuts: readonly Shortcut[]): Record<string, (event: KeyboardEvent) => void> {
  const sequencesFirst = shortcuts.toSorted((a, b) => strokes(b) - strokes(a))
  return Object.fromEntries(
    sequencesFirst.flatMap(({ keys, run }) => {
      const handler = (event: KeyboardEvent) => {
        event.preventDefault()
        run()
      }
      const spellings = /^[^\w ]$/.test(keys) ? [`[Shift]+${keys}`, `[Shift]+AltGraph+${keys}`] : [keys]
      return spellings.map((spelling) => [spelling, handler])
    }),
  )
}

const strokes = ({ keys }: Shortcut) => keys.split(' ').length

const fields = 'input, textarea, select, [contenteditable], [role="listbox"], [role="menu"], [role="combobox"]'
const dialogs = '[role="dialog"], [role="alertdialog"], dialog'

/** True for keys of a component, an input method, a dialog, or a field unless Ctrl or Cmd is held. */
function isIgnored(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return true
  if (!(event.target instanceof Element)) return false
  if (event.target.closest(dialogs)) return true
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey
  return !isCommand && event.target.closest(fields) !== null
}
