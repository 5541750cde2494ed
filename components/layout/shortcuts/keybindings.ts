export type Shortcut = {
  /** Keys in the notation of tinykeys: `n`, `?`, `g c`, `$mod+k` (Ctrl, or Cmd on a Mac). */
  keys: string
  description: string
  /** Heading in the shortcut dialog. */
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

/**
 * True for keys that something else handles: a component, an input method, a dialog, or a field unless Ctrl or Cmd is
 * held.
 */
export function isIgnored(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return true
  if (!(event.target instanceof Element)) return false
  if (event.target.closest(dialogs)) return true
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey
  return !isCommand && event.target.closest(fields) !== null
}
