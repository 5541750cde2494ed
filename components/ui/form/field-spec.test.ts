import { expect, test } from 'vitest'
import { textOfValue, unreadableLine, valueOfText } from './field-spec.ts'

test.each([
  ['text', 'Example Ltd', 'Example Ltd'],
  ['text', null, ''],
  ['number', 30, '30'],
  ['flag', true, 'true'],
  ['lines', ['10.0.0.0/8', '10.20.0.0/16'], '10.0.0.0/8\n10.20.0.0/16'],
  ['pairs', { 'Done = OK': 'successful', Broken: 'failed' }, 'Done = OK = successful\nBroken = failed'],
] as const)('a value of kind %s becomes a text and back', (kind, value, text) => {
  expect(textOfValue(kind, value)).toBe(text)
  expect(valueOfText(kind, text)).toEqual(value)
})

test('never fills in a secret', () => {
  expect(textOfValue('secret', 'hidden')).toBe('')
})

test.each(['Done', '= failed', 'Done ='])('names the line “%s” that has no name or no value', (line) => {
  expect(unreadableLine('pairs', `Broken = failed\n${line}`)).toContain(`instead of “${line}”`)
  expect(unreadableLine('lines', line)).toBeUndefined()
})
