import { expect, it } from 'vitest'
import { settingOfText, textOfSetting } from './setting-text.ts'

it.each([
  ['text', 'Example Ltd', 'Example Ltd'],
  ['text', null, ''],
  ['number', 30, '30'],
  ['words', { 'Done = OK': 'successful', Broken: 'failed' }, 'Done = OK = successful\nBroken = failed'],
  ['words', null, ''],
] as const)('a setting of kind %s becomes a text and back', (kind, value, text) => {
  expect(textOfSetting({ kind }, value)).toBe(text)
  expect(settingOfText({ kind }, text)).toEqual(value)
})

it('never fills in a secret', () => {
  expect(textOfSetting({ kind: 'secret' }, 'hidden')).toBe('')
})

it.each(['Done', '= failed', 'Done ='])('names the line “%s” that has no word or no meaning', (line) => {
  expect(() => settingOfText({ kind: 'words' }, `Broken = failed\n${line}`)).toThrow(`instead of “${line}”`)
})
