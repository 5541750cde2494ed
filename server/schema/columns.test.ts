import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#server/platform/db/testing.ts'
import { isoFromPostgres, storedJson } from './columns.ts'

test.each([
  ['2026-03-01 10:00:00+00', '2026-03-01T10:00:00.000Z'],
  ['2026-03-01 10:00:00.5+00', '2026-03-01T10:00:00.500Z'],
  ['2026-03-01 10:00:00.123456+00', '2026-03-01T10:00:00.123Z'],
  ['2026-03-01 19:00:00+09', '2026-03-01T10:00:00.000Z'],
  ['2026-03-01 15:45:00.25+05:45', '2026-03-01T10:00:00.250Z'],
  ['2026-07-01 07:30:00-02:30', '2026-07-01T10:00:00.000Z'],
  ['2026-12-31 19:00:00.001-05', '2027-01-01T00:00:00.001Z'],
  ['0001-12-31 20:28:09-03:30:52', '0001-12-31T23:59:01.000Z'],
])('reads %s as %s', (written, iso) => {
  expect(isoFromPostgres(written)).toBe(iso)
})

test.each(['infinity', '-infinity', '01.03.2026 10:00:00 CET'])('rejects %s', (written) => {
  expect(() => isoFromPostgres(written)).toThrow(`"${written}"`)
})

test('writes any value as JSON that PostgreSQL reads', async () => {
  const { pool, drop } = await createTestDatabase()
  onTestFinished(drop)
  const text = fc.string({ unit: 'binary' })
  const value = fc.oneof(
    text,
    fc.dictionary(text, text),
    fc.array(fc.constantFrom('\0', '\\', '\\ud83d', '\ud83d', '🚀', 'u')),
  )
  await fc.assert(
    fc.asyncProperty(value, async (one) => {
      const { rows } = await pool.query('select $1::json::jsonb as value', [storedJson(one)])
      expect(rows[0].value).toEqual(JSON.parse(JSON.stringify(one).toWellFormed(), wellFormed))
    }),
  )
})

/** A value as a text column would store its texts. */
function wellFormed(_: string, value: unknown): unknown {
  const stored = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')
  if (typeof value === 'string') return stored(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [stored(key), inner]))
}
