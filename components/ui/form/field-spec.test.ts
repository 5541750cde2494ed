import { expect, test } from 'vitest'
import { findUnreadableLine, formatFieldValue, parseFieldText } from './field-spec.ts'

test.each([
  ['text', 'Example Ltd', 'Example Ltd'],
  ['text', null, ''],
  ['number', 30, '30'],
  ['flag', true, 'true'],
  ['lines', ['10.0.0.0/8', '10.20.0.0/16'], '10.0.0.0/8\n10.20.0.0/16'],
  ['pairs', { 'Done = OK': 'successful', Broken: 'failed' }, 'Done = OK = successful\nBroken = failed'],
] as const)('a value of kind %s becomes a text and back', (kind, value, text) => {
  expect(formatFieldValue(kind, value)).toBe(text)
  expect(parseFieldText(kind, text)).toEqual(value)
})

test('never fills in a secret', () => {
  expect(formatFieldValue('secret', 'hidden')).toBe('')
})

test.each(['Done', '= failed', 'Done ='])('names the line “%s” that has no name or no value', (line) => {
  expect(findUnreadableLine('pairs', `Broken = failed\n${line}`)).toContain(`instead of “${line}”`)
  expect(findUnreadableLine('lines', line)).toBeUndefined()
})
