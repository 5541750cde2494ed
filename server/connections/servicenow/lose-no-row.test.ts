import { afterAll, expect, test } from 'vitest'
import { provideDatabase } from '#e2e/lab/servicenow/connect.ts'
import { drawReading, measureReading } from '#e2e/lab/servicenow/lose-no-row.ts'
import { createTestDatabase } from '#server/platform/db/testing.ts'
import { setRuntime } from '#server/platform/runtime/runtime.ts'
import { runs } from '#server/platform/testing-runs.ts'

afterAll(() => setRuntime(undefined))

test('no row is lost or doubled while others write, under random faults', async () => {
  const seeds = Array.from({ length: runs(2) }, (_, index) => String(index + 1))
  const results = await Promise.all(
    seeds.map(async (seed) => {
      const database = await createTestDatabase()
      provideDatabase(database)
      try {
        return await measureReading(database.db, { ...drawReading(seed, 300), rounds: 2 })
      } finally {
        await database.drop()
      }
    }),
  )
  expect(results.flatMap(({ faults }) => faults)).toEqual([])
  expect(results.every(({ writes }) => writes >= 40)).toBe(true)
})
