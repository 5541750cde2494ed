import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '#server/platform/db/testing.ts'
import { isoFromPostgres } from './columns.ts'

it.each([
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

it.each(['infinity', '-infinity', '01.03.2026 10:00:00 CET'])('rejects %s', (written) => {
  expect(() => isoFromPostgres(written)).toThrow(`"${written}"`)
})

it('reads the same times in sessions of every time zone', async () => {
  const { pool, drop } = await createTestDatabase()
  onTestFinished(drop)
  const client = await pool.connect()
  onTestFinished(() => client.release())
  const times = [
    '0001-01-01T00:00:00.000Z',
    '1883-11-18T17:00:00.000Z',
    '2026-03-29T01:30:00.125Z',
    '9999-12-31T23:59:59.999Z',
  ]
  for (const zone of ['UTC', 'Asia/Tokyo', 'America/New_York', 'Asia/Kathmandu', 'Africa/Monrovia']) {
    await client.query(`set timezone = '${zone}'`)
    const { rows } = await client.query('select at::timestamptz(3)::text as at from unnest($1::timestamptz[]) as at', [
      times,
    ])
    expect(rows.map(({ at }) => isoFromPostgres(at))).toEqual(times)
  }
})
