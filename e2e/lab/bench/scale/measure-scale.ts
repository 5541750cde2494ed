import pg from 'pg'
import type { Context } from '#server/platform/runtime/context.ts'
import { median } from '../statistics.ts'
import type { ScaleDatabase } from './scale-databases.ts'
import type { ScaleQuestion } from './scale-questions.ts'

/** The cost of a request at one size. Milliseconds; `blocks` are the 8 kB blocks that its statements read. */
type ScaleCost = {
  readonly first: number
  readonly median: number
  readonly all: readonly number[]
  readonly blocks: number
  readonly rowCount: number
  /** Why it failed. */
  readonly fault?: string
}
export type ScaleRow = {
  readonly name: string
  readonly costs: readonly ScaleCost[]
  readonly ratio: number
  readonly firstRatio: number
}

const contextOf = (db: Context['db']): Context => ({
  db,
  actor: { kind: 'account', id: 'acc_bench', name: 'Bench', email: 'user1@hindsight.example', role: 'manager' },
  now: new Date('2026-11-20T12:00:00Z'),
  requestId: 'bench-scale',
})

/**
 * Runs the request on each database alternately, with another page or value in each round and pauses like those of
 * people, so that background work is done. `first` is the time of the first response after a write to the list, when
 * its caches are invalid; the request has run once before, since a new process has to read more.
 */
export async function measureQuestion(
  databases: readonly ScaleDatabase[],
  question: ScaleQuestion,
  rounds: number,
): Promise<ScaleRow> {
  const times = databases.map((): number[] => [])
  const firsts = databases.map(() => 0)
  const rowCount = databases.map(() => 0)
  const faults = databases.map((): string | undefined => undefined)
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { db, pool, size }] of databases.entries()) {
      // A new transaction invalidates what is cached under the previous snapshot.
      await pool.query('select pg_current_xact_id()')
      if (faults[index] !== undefined) continue
      let started = 0
      try {
        if (round === 0) {
          await question.ask(contextOf(db), round, size)
          await question.write?.(contextOf(db), size)
        }
        started = performance.now()
        rowCount[index] = (await question.ask(contextOf(db), round, size)).rowCount
      } catch (error) {
        faults[index] = error instanceof Error ? `${error.message.slice(0, 60)} ${error.cause ?? ''}` : String(error)
        continue
      }
      const time = performance.now() - started
      if (round === 0) firsts[index] = time
      else times[index]?.push(time)
    }
  }
  const costs: ScaleCost[] = []
  for (const [index, database] of databases.entries()) {
    const all = times[index] ?? []
    const fault = faults[index]
    const cost = { first: firsts[index] ?? 0, median: median(all), all, rowCount: rowCount[index] ?? 0 }
    costs.push(
      fault === undefined
        ? { ...cost, blocks: await blocksOf(database, question, rounds) }
        : { ...cost, blocks: Number.NaN, fault },
    )
  }
  const [small, large] = [costs[0], costs.at(-1)]
  return {
    name: question.name,
    costs,
    ratio: (large?.median ?? Number.NaN) / (small?.median ?? Number.NaN),
    firstRatio: (large?.first ?? Number.NaN) / (small?.first ?? Number.NaN),
  }
}

/** Blocks that the statements of a further response read, counted by PostgreSQL, independent of the machine. */
async function blocksOf({ db, pool, size }: ScaleDatabase, question: ScaleQuestion, round: number): Promise<number> {
  const statements: { text: string; values: unknown[] }[] = []
  // Recorded at the connection: some statements share one and do not go through the pool.
  const { query } = pg.Client.prototype
  function watched(this: pg.Client, statement: string | pg.QueryConfig, ...more: unknown[]) {
    const { text, values = [] } = typeof statement === 'string' ? { text: statement } : statement
    if (isReading(text)) statements.push({ text, values: Array.isArray(more[0]) ? more[0] : values })
    return (query as (...args: unknown[]) => unknown).call(this, statement, ...more)
  }
  pg.Client.prototype.query = watched as never
  try {
    await question.ask(contextOf(db), round, size)
  } finally {
    pg.Client.prototype.query = query
  }
  let blocks = 0
  for (const { text, values } of statements) {
    const { rows } = await pool.query(`explain (analyze, buffers, timing off, format json) ${text}`, values)
    const plan = rows[0]['QUERY PLAN'][0].Plan
    blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  }
  return blocks
}

const isReading = (text: string) => /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete)\b/i.test(text)
