'use client'

import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useLazyPart } from '#components/ui/use-lazy-part.ts'
import { isPlain, matchStroke, type Shortcut, strokeOf } from './shortcut-keys.ts'
import { takeEarlyKeys } from './take-early-keys.ts'

type Shortcuts = {
  add: (shortcut: Shortcut) => () => void
  openHelp: () => void
}

const ShortcutsContext = createContext<Shortcuts>({ add: () => () => {}, openHelp: () => {} })

const loadHelp = () => import('./shortcut-help.tsx')

const patience = 1_500
const offKey = 'hindsight-single-keys'
const ownsKeys = 'input, textarea, select, [contenteditable], [role="listbox"], [role="menu"], [role="combobox"]'
const modal = '[role="dialog"], [role="alertdialog"], dialog'

/** Keeps the shortcuts of the page, listens for them, and shows them all on `?`. */
export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const bindings = useRef<Shortcut[]>([])
  const [help, setHelp] = useState<Shortcut[] | null>(null)
  const [isWithSingleKeys, setWithSingleKeys] = useState(true)

  const [shortcuts] = useState<Shortcuts>(() => {
    const bind = (next: Shortcut[]) => {
      bindings.current = next
      // A page that has just come adds its own while the help is open already.
      setHelp((shown) => shown && next)
    }
    return {
      add: (shortcut) => {
        bind([...bindings.current, shortcut])
        return () => bind(bindings.current.filter((other) => other !== shortcut))
      },
      openHelp: () => setHelp(bindings.current),
    }
  })

  const part = useLazyPart(loadHelp, help !== null, () => setHelp(null))

  useEffect(() => setWithSingleKeys(localStorage.getItem(offKey) !== 'off'), [])

  useEffect(() => {
    const helpKey = { keys: '?', description: 'Show the keyboard shortcuts', group: 'Everywhere', inFields: false }
    return shortcuts.add({ ...helpKey, run: shortcuts.openHelp })
  }, [shortcuts])

  useEffect(() => {
    let pending: string[] = []
    let last = 0
    const answer = (event: KeyboardEvent) => {
      const stroke = strokeOf(event)
      if (!stroke || event.isComposing) return
      const target = event.target instanceof Element ? event.target : null
      if (target?.closest(modal)) return
      const isTyping = Boolean(target?.closest(ownsKeys))
      const usable = bindings.current.filter(
        (binding) => (binding.inFields || !isTyping) && (isWithSingleKeys || !isPlain(binding.keys)),
      )
      const match = matchStroke(event.timeStamp - last > patience ? [] : pending, stroke, usable)
      pending = match.pending
      last = event.timeStamp
      if (!match.found) return
      event.preventDefault()
      match.found.run()
    }
    const onKeyDown = (event: KeyboardEvent) => !event.defaultPrevented && answer(event)
    document.addEventListener('keydown', onKeyDown)
    const isChosen = isWithSingleKeys === (localStorage.getItem(offKey) !== 'off')
    if (isChosen) takeEarlyKeys().forEach(answer)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isWithSingleKeys])

  return (
    <ShortcutsContext value={shortcuts}>
      {children}
      {part && help ? (
        <part.ShortcutHelp
          shortcuts={help}
          onClose={() => setHelp(null)}
          isWithSingleKeys={isWithSingleKeys}
          onSingleKeysChange={(isOn) => {
            localStorage.setItem(offKey, isOn ? 'on' : 'off')
            setWithSingleKeys(isOn)
          }}
        />
      ) : null}
    </ShortcutsContext>
  )
}

type ShortcutOptions = { group?: string; inFields?: boolean; isEnabled?: boolean }

/**
 * Runs `handler` on a key (`n`, `mod+Enter`) or a sequence (`g c`) while the component is on the page, and lists it in
 * the help sheet. Never fires while typing in a field or inside a dialog, unless `inFields` lets it into fields.
 */
export function useShortcut(
  keys: string,
  description: string,
  handler: () => void,
  options: ShortcutOptions = {},
): void {
  const { group = 'This page', inFields = false, isEnabled = true } = options
  const { add } = useContext(ShortcutsContext)
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => {
    if (!isEnabled) return
    return add({ keys, description, group, inFields, run: () => latest.current() })
  }, [add, keys, description, group, inFields, isEnabled])
}

/** Opens the help sheet. */
export function useShortcutHelp(): () => void {
  return useContext(ShortcutsContext).openHelp
}
