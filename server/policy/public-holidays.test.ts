import { expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { createHolidays, listHolidays } from './holidays.ts'
import { listPlaces, proposeHolidays } from './public-holidays.ts'

const database = provideTestDatabase()

test('proposes the public holidays of a region on weekdays, and none twice', async () => {
  const ctx = testContext(database.db)
  expect(await listPlaces(undefined)).toContainEqual({ code: 'DE', name: 'Germany' })
  expect(await listPlaces('DE')).toContainEqual({ code: 'BY', name: 'Bayern' })
  const bavaria = { country: 'DE', region: 'BY', from: 2026, to: 2026 }
  const found = await proposeHolidays(ctx, bavaria)
  expect(found).toContainEqual({ day: '2026-12-25', name: 'Christmas Day' })
  expect(found).toContainEqual({ day: '2026-01-06', name: 'Epiphany' })
  // A Saturday, and no holiday of the whole country.
  expect(found.map(({ day }) => day)).not.toContain('2026-10-03')
  expect((await proposeHolidays(ctx, { ...bavaria, region: undefined })).map(({ day }) => day)).not.toContain(
    '2026-01-06',
  )
  expect(await createHolidays(ctx, found)).toBe(found.length)
  expect(await createHolidays(ctx, found)).toBe(0)
  expect((await listHolidays(ctx)).rows).toHaveLength(found.length)
  expect(await proposeHolidays(ctx, bavaria)).toEqual([])
})

test('names what is unknown or too long', async () => {
  const ctx = testContext(database.db)
  await expect(proposeHolidays(ctx, { country: 'QQ', from: 2026, to: 2026 })).rejects.toThrow('no country QQ')
  await expect(proposeHolidays(ctx, { country: 'DE', region: 'XX', from: 2026, to: 2026 })).rejects.toThrow(
    'no region XX',
  )
  await expect(proposeHolidays(ctx, { country: 'DE', from: 2026, to: 2036 })).rejects.toThrow(
    /to must be at most 9 years/,
  )
})
