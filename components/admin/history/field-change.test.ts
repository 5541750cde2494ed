import { expect, test } from 'vitest'
import { fieldChangesOf, isShortValue, nameFields } from './field-change.ts'

const change = { from: null, to: 'x' }

test('formats field names and paths', () => {
  const fields = fieldChangesOf({
    changes: { pir_outcome: change, 'plan.steps.1.result': change, session_version: change },
  })
  expect(fields.map(({ label }) => label)).toEqual(['PIR outcome', 'Plan › Steps › 1 › Result', 'Sessions'])
})

test('names three fields and counts the rest', () => {
  const named = (names: string[]) =>
    nameFields(fieldChangesOf({ changes: Object.fromEntries(names.map((name) => [name, change])) }))
  expect(named(['title'])).toBe('Title')
  expect(named(['title', 'owner', 'status'])).toBe('Title, Owner, Status')
  expect(named(['title', 'owner', 'status', 'category', 'priority'])).toBe('Title, Owner, Status and 2 more')
  expect(named([])).toBe('')
})

test.each([
  [null, true],
  [true, true],
  [12.5, true],
  ['done', true],
  ['', true],
  [[], true],
  ['two\nlines', false],
  ['x'.repeat(81), false],
  ['https://example.org/a', false],
  [['a'], false],
  [{}, false],
])('%j is short: %s', (value, isShort) => {
  expect(isShortValue(value)).toBe(isShort)
})
