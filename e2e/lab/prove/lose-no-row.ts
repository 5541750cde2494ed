import { withOwnDatabase } from '#e2e/own-server.ts'
import { log } from '#server/platform/log/log.ts'
import { setRuntime } from '#server/platform/runtime/runtime.ts'
import { provideDatabase } from '../servicenow/connect.ts'
import { drawReading, measureReading, type Reading, type ReadingResult } from '../servicenow/lose-no-row.ts'
import { noTraps } from '../servicenow/traps.ts'
import { type Claim, type Ground, verdictOf } from './claim.ts'

/** Readings at the same time: most of each is waiting. */
const atOnce = 8

/** The large reading: few faults, but many rows and writes. */
const largeReading = (changes: number): Reading => ({
  seed: 'large',
  changes,
  filter: '',
  pageSize: 500,
  requestsPerMinute: 600,
  rounds: 3,
  // None of them waits for a decision about its review, which takes longer than the reading.
  states: ['-5', '-1', '3'],
  traps: { ...noTraps, hiddenShare: 0.05, hiddenRun: 900, rowsPerSecond: 40, lateRowsMs: 20_000, errorShare: 0.01 },
})

export const loseNoRow: Claim = {
  name: 'lose-no-row',
  claim:
    'a reading of ServiceNow loses and doubles no row while others write 20 a second, under every known fault, and keeps its limit of requests',
  async prove(ground, { isQuick }) {
    const [changes, settings, rows] = isQuick ? [3000, 8, 100] : [100_000, 200, 300]
    log.level = 'silent'
    try {
      const started = Date.now()
      const large = await measureOne(ground, largeReading(changes))
      const largeSeconds = Math.round((Date.now() - started) / 1000)
      console.error(`  ${changes.toLocaleString('en')} changes read in ${largeSeconds} s`)
      const results = [large, ...(await measureAll(ground, settings, rows))]
      const sum = (of: (result: ReadingResult) => number) => results.reduce((total, result) => total + of(result), 0)
      const faults = results.flatMap((result) => result.faults)
      const lag = Math.max(...results.map((result) => result.lag))
      const counts = `${changes.toLocaleString('en')} changes in ${largeSeconds} s, then ${settings} settings of ${rows}`
      const requests = `${sum(({ requests }) => requests).toLocaleString('en')} requests, none above the limit`
      const writes = `${sum(({ writes }) => writes).toLocaleString('en')} writes meanwhile`
      const lost = `${sum(({ lost }) => lost)} lost, ${sum(({ doubled }) => doubled)} doubled`
      const figure = `${counts}: ${lost}; ${writes}, seen in run ${lag} after them at the latest; ${faults.length === 0 ? requests : `${faults.length} faults`}`
      return verdictOf(figure, faults)
    } finally {
      setRuntime(undefined)
    }
  },
}

async function measureAll(ground: Ground, settings: number, rows: number): Promise<ReadingResult[]> {
  const seeds = Array.from({ length: settings }, (_, index) => String(index + 1))
  const results: ReadingResult[] = []
  const work = async () => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      const reading = drawReading(seed, rows)
      results.push(await measureOne(ground, reading).catch((error) => failed(reading, error)))
      if (results.length % 20 === 0) console.error(`  ${results.length} of ${settings} settings`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

const failed = (reading: Reading, error: unknown): ReadingResult => ({
  lost: 0,
  doubled: 0,
  lag: 0,
  requests: 0,
  writes: 0,
  faults: [`seed ${reading.seed}: ${error instanceof Error ? error.stack : error} (${JSON.stringify(reading)})`],
})

const measureOne = (ground: Ground, reading: Reading): Promise<ReadingResult> =>
  withOwnDatabase(ground, (_url, db, pool) => {
    provideDatabase({ db, pool })
    return measureReading(db, reading)
  })
