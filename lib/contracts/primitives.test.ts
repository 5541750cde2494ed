import { describe, expect, test } from 'vitest'
import { CalendarDate, nameText, Timestamp } from './primitives.ts'

test.each([
  ['2026-03-01T10:00:00Z', true],
  ['2026-03-01T10:00:00.123456789Z', true],
  ['0001-01-01T00:00:00Z', true],
  ['9999-12-31T23:59:59.999Z', true],
  ['9999-12-31T23:59:59.9994999Z', true],
  ['9999-12-31T23:59:59.9995Z', false],
  ['0000-12-31T23:59:59Z', false],
  ['2026-02-30T10:00:00Z', false],
  ['2026-03-01T10:00:00+01:00', false],
  ['2026-03-01', false],
])('Timestamp accepts or rejects %s', (text, isAccepted) => {
  expect(Timestamp.safeParse(text).success).toBe(isAccepted)
})

test.each([
  ['2028-02-29', true],
  ['0001-01-01', true],
  ['9999-12-31', true],
  ['0000-01-01', false],
  ['2026-02-29', false],
  ['2026-2-1', false],
])('CalendarDate accepts or rejects %s', (text, isAccepted) => {
  expect(CalendarDate.safeParse(text).success).toBe(isAccepted)
})

describe('nameText', () => {
  const name = nameText(40)

  test.each(['Zoë O’Dea', 'علی رضا', '李小龍', 'Team 🚒', 'a\u200db', ' padded '])('accepts %j', (value) => {
    expect(name.parse(value)).toBe(value.trim())
  })

  test.each(['\u200b', '\u200e\u2060', '\u3164', '\u2800 \u2800', '\u0301', '', ' '])(
    'rejects invisible text: %j',
    (value) => {
      expect(name.safeParse(value).error?.issues[0]?.message).toBe('must not be empty')
    },
  )

  test.each(['a\nb', 'a\tb', 'a\u0007', 'a\u2028b', '\u202eevil', 'a\u2066b'])('rejects %j', (value) => {
    expect(name.safeParse(value).error?.issues[0]?.message).toMatch(/^must be one line/)
  })
})
