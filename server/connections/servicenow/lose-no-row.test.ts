import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { compileQuery } from '#e2e/lab/servicenow/encoded-query.ts'
import { fill } from '#e2e/lab/servicenow/fill.ts'
import { type HostileServiceNow, startServiceNow } from '#e2e/lab/servicenow/hostile-servicenow.ts'
import { makeSysId, readCell, type TableRow } from '#e2e/lab/servicenow/tables.ts'
import { drawTraps, noTraps, type Traps } from '#e2e/lab/servicenow/traps.ts'
import { createRandom } from '#server/demo/random.ts'
import type { Database } from '#server/platform/db/client.ts'
import { createTestDatabase } from '#server/platform/db/testing.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { type ConnectedServiceNow, connectTo, provideDatabase } from './testing-streams.ts'

type Reading = {
  readonly seed: string
  readonly changes: number
  readonly states?: readonly string[]
  readonly traps: Traps
  readonly filter: string
  readonly pageSize: number
  readonly requestsPerMinute: number
  /** Number of runs, each after an interval of writes. */
  readonly rounds: number
}

type ReadingResult = {
  readonly lost: number
  readonly doubled: number
  /** Maximum number of runs after a write until it is visible locally. */
  readonly lag: number
  readonly requests: number
  readonly writes: number
  readonly faults: readonly string[]
}

const table = 'change_request'
const intervalMs = 5 * 60_000
const writesPerSecond = 20
/** Writes per interval between two runs, whose time passes on the instance's clock only. */
const writesBetween = 40
/** Runs that fail in a row before a reading counts as failed; each is repeated a minute later. */
const maxFailures = 8
/** Length of the periods in which the limit of requests is checked. */
const limitPeriodMs = 5000

const filters = [
  '',
  'active=true',
  'type=normal^ORtype=standard',
  'stateIN-1,0,3',
  'type=normal^NQtype=emergency^state>=0',
  'numberSTARTSWITHCHG^NQnumberISEMPTY',
]

/** Generates a reading under random settings; the same for the same seed. */
function drawReading(seed: string, changes: number): Reading {
  const random = createRandom(`reading ${seed}`)
  return {
    seed,
    changes,
    traps: drawTraps(seed),
    filter: random.pick(filters),
    pageSize: random.between(10, 80),
    requestsPerMinute: random.pick([3000, 6000]),
    rounds: 4,
  }
}

/** Reads an instance while others write to it, and compares both sides. */
async function measureReading(db: Database, reading: Reading): Promise<ReadingResult> {
  const { seed, traps, pageSize, requestsPerMinute, filter } = reading
  const instance = await startServiceNow(traps, seed)
  try {
    fill(instance, { changes: reading.changes, ...(reading.states && { states: reading.states }) }, seed)
    const random = createRandom(`sign-in ${seed}`)
    const { user, password, clientId, clientSecret, token } = instance.account
    const [sign_in, secret] = random.pick([
      [{ method: 'basic', user }, password],
      [{ method: 'oauth', client_id: clientId }, clientSecret],
      [{ method: 'token' }, token],
    ] as const)
    const options = { sign_in, page_size: pageSize, requests_per_minute: requestsPerMinute }
    const tables = { [table]: { filter: filter === '' ? null : filter } }
    const connection = await connectTo(instance, db, { ...options, tables }, secret)
    return await readWhileWriting(db, reading, instance, connection)
  } finally {
    await instance.stop()
  }
}

type Written = { at: number; count: number }

async function readWhileWriting(
  db: Database,
  reading: Reading,
  instance: HostileServiceNow,
  connection: ConnectedServiceNow,
): Promise<ReadingResult> {
  const written = new Map<string, Written[]>()
  const write = createWriter(instance, reading, written)
  const timer = setInterval(write, 1000 / writesPerSecond)
  const runStarts: number[] = []
  let lag = 0
  const run = async () => {
    for (let failures = 0; ; failures += 1) {
      const started = instance.now()
      try {
        await connection.run()
        runStarts.push(started)
        lag = Math.max(lag, await measureLag(db, reading, instance, { written, runStarts }))
        return
      } catch (error) {
        if (failures >= maxFailures) throw error
        instance.advance(60_000)
      }
    }
  }
  try {
    for (let round = 0; round < reading.rounds; round += 1) {
      for (let count = 0; round > 0 && count < writesBetween; count += 1) {
        instance.advance(intervalMs / writesBetween)
        write()
      }
      await run()
    }
  } finally {
    clearInterval(timer)
  }
  instance.advance(intervalMs)
  await run()
  const { requests, traps } = instance
  const limit = Math.ceil((reading.requestsPerMinute * limitPeriodMs) / 60_000) + 1
  const most = requests.mostWithin(limitPeriodMs)
  const { lost, doubled, faults } = await compare(db, reading, instance)
  const writes = [...written.values()].reduce((sum, { length }) => sum + length, 0)
  const all = [
    ...faults,
    ...(lag > 2 ? [`a write was visible only in run ${lag} after it`] : []),
    ...(most > limit ? [`${most} requests within ${limitPeriodMs / 1000} s, where ${limit} are allowed`] : []),
  ].map((fault) => `seed ${reading.seed}: ${fault} (${JSON.stringify({ ...reading, traps })})`)
  return { lost, doubled, lag, requests: requests.entries.length, writes, faults: all }
}

/** Creates a function that edits or adds a record; each call writes, some records many times. */
function createWriter(instance: HostileServiceNow, { seed, changes }: Reading, written: Map<string, Written[]>) {
  const random = createRandom(`writer ${seed}`)
  let added = changes
  return () => {
    const isNew = random.between(1, 10) === 1
    const index = isNew ? added++ : random.between(0, changes - 1)
    const id = makeSysId(table, index)
    const edited = { sys_id: id, short_description: `Edited ${random.between(1, 1_000_000_000)}` }
    instance.writeRow(table, isNew ? { ...newRow(instance, index), ...edited } : edited)
    const count = Number(instance.readRow(table, id)?.sys_mod_count)
    written.set(id, [...(written.get(id) ?? []), { at: instance.now(), count }])
  }
}

function newRow(instance: HostileServiceNow, index: number): TableRow {
  const template = instance.readRow(table, makeSysId(table, 0)) ?? {}
  const { sys_id: _, ...fields } = template
  return { ...fields, number: `CHG${String(index + 1).padStart(7, '0')}` }
}

/** Lists the rows that must be stored locally: those that the account may read and that match the filter. */
function expectedRows(instance: HostileServiceNow, { filter }: Reading): Map<string, TableRow> {
  const { tables, traps } = instance
  const source = tables[table]
  if (!source) throw new Error(`There is no table ${table}.`)
  const { matches } = compileQuery(filter, () => true, traps)
  const rows = [...source.rows].filter(
    ([id, row]) => !source.hidden.has(id) && matches((field) => readCell(tables, source, row, field)),
  )
  return new Map(rows)
}

type Stored = { id: string; count: number; number: string; title: string }

async function readStored(db: Database): Promise<Stored[]> {
  const { rows } = await db.execute<Stored>(sql`
    select r.foreign_id as id, r.writes_there as count, c.number, c.title
    from connection_records r join changes c on c.number = r.key`)
  return rows
}

type Progress = { written: Map<string, Written[]>; runStarts: readonly number[] }

/** Returns the number of runs by whose end the oldest invisible write can be visible: 1 if none missed a run. */
async function measureLag(
  db: Database,
  reading: Reading,
  instance: HostileServiceNow,
  { written, runStarts }: Progress,
): Promise<number> {
  const stored = new Map((await readStored(db)).map(({ id, count }) => [id, count]))
  const expected = expectedRows(instance, reading)
  const unseen = [...written].flatMap(([id, writes]) =>
    expected.has(id) ? writes.filter(({ count }) => count > (stored.get(id) ?? -1)).map(({ at }) => at) : [],
  )
  const oldest = Math.min(...unseen)
  return runStarts.filter((started) => started > oldest).length + 1
}

async function compare(db: Database, reading: Reading, instance: HostileServiceNow) {
  const stored = await readStored(db)
  const byId = Map.groupBy(stored, ({ id }) => id)
  const expected = expectedRows(instance, reading)
  const lost = [...expected].filter(([id, row]) => {
    const [local] = byId.get(id) ?? []
    const isCurrent = local?.title === row.short_description && local?.count === Number(row.sys_mod_count)
    return !isCurrent || local?.number !== row.number
  })
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from changes`)
  const extra = (rows[0]?.count ?? 0) - new Set(stored.map(({ number }) => number)).size
  const doubled = stored.length - byId.size + extra
  return {
    lost: lost.length,
    doubled,
    faults: [
      ...lost
        .slice(0, 3)
        .map(
          ([id, row]) =>
            `${row.number} ${id} is ${JSON.stringify(byId.get(id))}, not ${row.short_description} after ${row.sys_mod_count} writes at ${row.sys_updated_on}`,
        ),
      ...(doubled > 0 ? [`${doubled} changes are doubled`] : []),
    ],
  }
}

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
