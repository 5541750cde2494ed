export type Shortcut = {
  keys: string
  description: string
  /** Heading in the help sheet. */
  group: string
  run: () => void
  /** Works while typing too; only for shortcuts with Ctrl or Cmd. */
  inFields: boolean
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** One press as it is written in a shortcut: `g`, `?`, `mod+k` (Ctrl, or Cmd on a Mac), `shift+Enter`; null for a bare modifier. */
export function strokeOf(press: KeyPress): string | null {
  const { key } = press
  if (['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Unidentified'].includes(key)) return null
  const isLetter = /^\p{L}$/u.test(key)
  const isNamed = key.length > 1
  const parts = [
    press.ctrlKey || press.metaKey ? 'mod' : '',
    press.altKey ? 'alt' : '',
    press.shiftKey && (isLetter || isNamed) ? 'shift' : '',
    isLetter ? key.toLowerCase() : key === ' ' ? 'Space' : key,
  ]
  return parts.filter(Boolean).join('+')
}

/** Whether a shortcut works by plain characters alone, which WCAG 2.1.4 wants to be possible to turn off. */
export function isPlain(keys: string): boolean {
  return keys
    .split(' ')
    .every((stroke) => !/^(mod|alt)\+/.test(stroke) && [...stroke.replace('shift+', '')].length === 1)
}

type Match<Binding> = { found: Binding | undefined; pending: string[] }

/**
 * What a further stroke means after those pending: a binding, the beginning of one, or nothing; then the stroke is tried
 * as a beginning of its own.
 */
export function matchStroke<Binding extends { keys: string }>(
  pending: readonly string[],
  stroke: string,
  bindings: readonly Binding[],
): Match<Binding> {
  const sequence = [...pending, stroke].join(' ')
  const found = bindings.findLast((binding) => binding.keys === sequence)
  if (found) return { found, pending: [] }
  if (bindings.some((binding) => binding.keys.startsWith(`${sequence} `)))
    return { found, pending: [...pending, stroke] }
  return pending.length > 0 ? matchStroke([], stroke, bindings) : { found, pending: [] }
}
