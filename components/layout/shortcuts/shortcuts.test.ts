import { createKeybindingsHandler } from 'tinykeys'
import { expect, test } from 'vitest'
import { buildKeybindings, isSingleKey } from './shortcuts.tsx'

type Press = { key: string; held?: readonly string[] }

/** Presses the keys one after the other and returns the shortcuts that ran. */
function press(keys: readonly string[], presses: readonly Press[]): string[] {
  const ran: string[] = []
  const shortcuts = keys.map((name, at) => ({
    keys: name,
    description: '',
    group: '',
    run: () => ran.push(`${name} ${at}`),
  }))
  const handler = createKeybindingsHandler(buildKeybindings(shortcuts), { ignore: () => false })
  for (const { key, held = [] } of presses) {
    const getModifierState = (modifier: string) => held.includes(modifier)
    handler(Object.assign(new Event('keydown'), { key, code: 'Unknown', getModifierState }))
  }
  return ran
}

test.each<[string, Press[], string[]]>([
  ['a letter', [{ key: 'k' }], ['k 0']],
  ['a letter with Ctrl', [{ key: 'k', held: ['Control'] }], ['$mod+k 1']],
  ['a sequence, not its last key alone', [{ key: 'g' }, { key: 'k' }], ['g k 2']],
  ['a key that does not continue the sequence', [{ key: 'g' }, { key: '?', held: ['Shift'] }], ['? 3']],
  ['punctuation with Shift, as on a US keyboard', [{ key: '?', held: ['Shift'] }], ['? 3']],
  ['punctuation with AltGr, as on a German keyboard', [{ key: '[', held: ['AltGraph'] }], ['[ 4']],
  ['punctuation with Ctrl', [{ key: '?', held: ['Control'] }], []],
])('runs the shortcut of %s', (_, presses, expected) => {
  expect(press(['k', '$mod+k', 'g k', '?', '['], presses)).toEqual(expected)
})

test.each([
  ['g c', true],
  ['?', true],
  ['$mod+k', false],
])('%s is a single key: %s', (keys, expected) => {
  expect(isSingleKey(keys)).toBe(expected)
})
