import { expect, test } from 'vitest'
import { noTraps } from '#e2e/lab/servicenow/traps.ts'
import { createTestDatabase } from '#server/platform/db/testing.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { drawReading, measureReading, type Reading } from './testing-readings.ts'
import { provideDatabase } from './testing-streams.ts'

/** Settings with few faults and many rows. */
const largeReading: Reading = {
  seed: 'large',
  changes: runs(1000),
  filter: '',
  pageSize: 500,
  requestsPerMinute: 600,
  rounds: 3,
  // Changes in these states need no decision about a review, which takes longer than the reading.
  states: ['-5', '-1', '3'],
  traps: { ...noTraps, hiddenShare: 0.05, hiddenRun: 900, rowsPerSecond: 40, lateRowsMs: 20_000, errorShare: 0.01 },
}

/** A reading of random faults for each run, and the large one. */
const readings = [...Array.from({ length: runs(1) }, (_, index) => drawReading(String(index + 1), 300)), largeReading]

test(
  'no row is lost or doubled while others write, under random faults',
  async () => {
    const waiting = readings.values()
    const results: Awaited<ReturnType<typeof measureReading>>[] = []
    const measure = async () => {
      for (const reading of waiting) {
        const database = await createTestDatabase()
        provideDatabase(database)
        try {
          const rounds = Math.min(reading.rounds, 1 + runs(1))
          results.push(await measureReading(database.db, { ...reading, rounds }))
        } finally {
          await database.drop()
        }
      }
    }
    await Promise.all(Array.from({ length: 8 }, measure))
    expect(results.flatMap(({ faults }) => faults)).toEqual([])
    expect(results.every(({ writes }) => writes >= 40)).toBe(true)
  },
  runs(120_000),
)
