import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { figureNames } from '#lib/contracts/app/figure-tokens.ts'
import { getFigures as contract, listFigureRecords as recordsContract } from '#lib/contracts/app/figures.ts'
import { changeStates, changeTypes, reviewOutcomes } from '#lib/contracts/changes.ts'
import { improvementStatuses } from '#lib/contracts/improvements.ts'
import type { Context } from '#server/context.ts'
import { createDatabase, type Queryable } from '#server/db/client.ts'
import { countNewLists } from '#server/db/count-lists.ts'
import { foldListWrites, recordListWrite } from '#server/db/list-version.ts'
import { changes, incidents } from '#server/db/schema/changes.ts'
import { improvements } from '#server/db/schema/improvements.ts'
import { policyDecisions } from '#server/db/schema/policy.ts'
import { reviews } from '#server/db/schema/reviews.ts'
import { createTestDatabase, type TestDatabase } from '#server/db/testing.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { recordEvent } from '#server/history/commands.ts'
import { importFile } from '#server/import/import-file.ts'
import { temporaryFile } from '#server/import/testing.ts'
import { testContext } from '#server/testing-context.ts'
import type { KeptFacts } from './catch-up.ts'
import { countDays } from './count-days.ts'
import { getFigures } from './get-figures.ts'
import { readAllFacts, rereadFacts } from './kept-facts.ts'
import { listFigureRecords } from './list-records.ts'
import { readKeyBounds } from './read-facts.ts'
import { storeFacts } from './stored-facts.ts'
import { drawRecords, insertRecords } from './testing.ts'

// Whoever reads all facts again asks for the bounds of all keys.
vi.mock('./read-facts.ts', async (load) => {
  const original = await load<typeof import('./read-facts.ts')>()
  return { ...original, readKeyBounds: vi.fn(original.readKeyBounds) }
})
vi.mock('./count-days.ts', async (load) => {
  const original = await load<typeof import('./count-days.ts')>()
  return { ...original, countDays: vi.fn(original.countDays) }
})
const timesReadAgain = () => vi.mocked(readKeyBounds).mock.calls.filter(([, source]) => source === 'changes').length

const today = '2025-11-20'
let database: TestDatabase
let clock = Date.parse(`${today}T08:00:00Z`)
/** Each write and each question is a second after the one before. */
const next = (): Context => {
  clock += 1000
  return testContext(database.db, undefined, new Date(clock))
}

beforeAll(async () => {
  database = await createTestDatabase()
  await insertRecords(database.db, drawRecords(31))
  await countNewLists(database.db)
  await database.pool.query('analyze')
})
afterAll(() => database.drop())
beforeEach(async () => {
  await ask()
  vi.mocked(readKeyBounds).mockClear()
})

const queries = [
  { from: '2024-01-01', to: '2026-03-31' },
  { from: '2025-01-01', to: '2025-12-31', bucket: 'quarter' },
  { from: '2024-07-10', to: '2025-08-20', team: 'A\\B' },
  { from: '2024-07-10', to: '2025-08-20', type: 'normal', service: 'dns' },
].map((query) => contract.query.parse(query))

const ask = async (db = database.db) => {
  const ctx = { ...next(), db }
  return Promise.all(queries.map((query) => getFigures(ctx, query)))
}
/** The same from the tables alone: nothing is kept of what a transaction reads. */
const askTables = () =>
  inTransaction(database.db, async (tx) => {
    const answers = []
    for (const query of queries) answers.push(await getFigures({ ...next(), db: tx }, query))
    return answers
  })
const apart = (answers: Awaited<ReturnType<typeof ask>>) => answers.map(({ computed_at: _, ...answer }) => answer)

const lists = figureNames.flatMap((name) =>
  [
    { part: 'numerator', page: '2' },
    { part: 'denominator', page: '1', team: 'A\\B' },
    { part: 'denominator', page: '60' },
  ].map((asked) => {
    const query = recordsContract.query.parse({ from: '2024-03-10', to: '2026-03-31', limit: '7', ...asked })
    return { name, query }
  }),
)
const recordsOf = async (db: Queryable) => {
  const pages = []
  for (const { name, query } of lists) pages.push(await listFigureRecords({ ...next(), db }, name, query))
  return pages
}

/** Compares what is counted over the kept facts with the tables. Gives how often all was read again for it. */
async function compare(db = database.db): Promise<number> {
  const before = timesReadAgain()
  const kept = apart(await ask(db))
  const after = timesReadAgain()
  expect(kept).toEqual(apart(await askTables()))
  return after - before
}

/** Compares what is listed by the kept facts with the tables. */
async function compareLists(): Promise<void> {
  vi.mocked(countDays).mockClear()
  expect(await recordsOf(database.db)).toEqual(await database.db.transaction((tx) => recordsOf(tx)))
  expect(countDays).toHaveBeenCalledTimes(lists.filter(({ name }) => name !== 'overdue_reviews').length)
}

const moment = fc
  .integer({ min: 0, max: 800 * 24 })
  .map((hours) => new Date(Date.parse('2024-01-01T00:00:00Z') + hours * 3_600_000).toISOString())
const day = moment.map((instant) => instant.slice(0, 10))
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 4, nil: null })
const key = (prefix: string, max: number) => fc.nat({ max }).map((at) => `${prefix}${String(at).padStart(4, '0')}`)
const either = fc.constantFrom

const randomWrite = fc.oneof(
  fc.record({
    kind: fc.constant('change' as const),
    number: fc.oneof(key('CHG', 299), key('CHG0150-', 9), key('ZCHG', 9)),
    values: fc.record({
      state: either(...changeStates),
      type: either(...changeTypes),
      affectedServices: fc.array(either('dns', 'mail', 'a new "one"', 'x,{y}'), { maxLength: 3 }),
      actualEnd: maybe(moment),
      assignmentGroup: maybe(either('A\\B', 'Team 3', 'Another')),
      pirOutcome: maybe(either(...reviewOutcomes)),
      closeCode: maybe(either('failed' as const, 'successful' as const)),
      pirCompleted: fc.boolean(),
      isStub: fc.boolean(),
    }),
  }),
  fc.record({
    kind: fc.constant('review' as const),
    at: fc.nat({ max: 320 }),
    values: fc.record({
      status: either('not_started' as const, 'in_progress' as const, 'completed' as const),
      completedAt: maybe(moment),
      dueOn: maybe(day),
      proposedOutcome: maybe(either(...reviewOutcomes)),
    }),
    /** Whether it confirmed an incident of its own. */
    isCause: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('decision' as const), number: key('CHG', 299), isOwed: fc.boolean() }),
  fc.record({
    kind: fc.constant('improvement' as const),
    id: fc.oneof(key('imp_', 199), key('imp_0100_', 9)),
    isRemoved: fc.boolean(),
    values: fc.record({
      sourceRef: key('PIR-2026-', 320),
      status: either(...improvementStatuses),
      targetDate: day,
      doneAt: maybe(moment),
    }),
  }),
)
type Write = typeof randomWrite extends fc.Arbitrary<infer Value> ? Value : never

const noted = { origin: 'entry', createdAt: '2024-01-01T00:00:00.000Z', updatedAt: '2024-01-01T00:00:00.000Z' }

/** One write as the commands make it: with its event, in one transaction. */
const write = (made: Write) =>
  inTransaction(database.db, async (tx) => {
    const ctx = { ...next(), db: tx }
    switch (made.kind) {
      case 'change': {
        const row = { ...made.values, ...noted, number: made.number, title: 'Another' }
        const rows = await tx.update(changes).set(made.values).where(eq(changes.number, made.number)).returning()
        if (rows.length === 0) await tx.insert(changes).values(row)
        return recordEvent(ctx, rows.length === 0 ? 'create' : 'update', 'change', made.number, {})
      }
      case 'review': {
        const [reference, number] = [numbered('PIR-2026-', made.at), numbered('CHG', made.at)]
        const target = { target: reviews.changeNumber, set: made.values }
        const [row] = await tx
          .insert(reviews)
          .values({ ...noted, ...made.values, reference, changeNumber: number })
          .onConflictDoUpdate(target)
          .returning({ isNew: sql<boolean>`xmax = 0` })
        const causedByChange = made.isCause ? number : null
        await tx
          .insert(incidents)
          .values({
            number: `INC-${number}`,
            shortDescription: 'Logins fail',
            priority: '3 - Moderate',
            state: 'closed',
            openedAt: noted.createdAt,
            causedByChange,
            origin: noted.origin,
            updatedAt: noted.updatedAt,
          })
          .onConflictDoUpdate({ target: incidents.number, set: { causedByChange } })
        return recordEvent(ctx, row?.isNew ? 'create' : 'update', 'review', reference, {})
      }
      case 'decision': {
        const decision = { isOwed: made.isOwed, isSampled: false, reasons: [], decidedAt: noted.createdAt }
        const [row] = await tx
          .insert(policyDecisions)
          .values({ ...decision, changeNumber: made.number, origin: 'entry' })
          .onConflictDoUpdate({ target: policyDecisions.changeNumber, set: decision })
          .returning({ isNew: sql<boolean>`xmax = 0` })
        return recordEvent(ctx, row?.isNew ? 'create' : 'update', 'policy_decision', made.number, {})
      }
      case 'improvement': {
        const { id, values, isRemoved } = made
        const rows = isRemoved
          ? await tx.delete(improvements).where(eq(improvements.id, id)).returning()
          : await tx.update(improvements).set(values).where(eq(improvements.id, id)).returning()
        if (rows.length > 0) return recordEvent(ctx, isRemoved ? 'delete' : 'update', 'improvement', id, {})
        const row = { ...values, ...noted, id, title: 'Another', sourceType: 'pir', owner: 'ines@hindsight.example' }
        await tx.insert(improvements).values(row)
        return recordEvent(ctx, 'create', 'improvement', id, {})
      }
    }
  })

const numbered = (prefix: string, at: number) => `${prefix}${String(at).padStart(4, '0')}`

test('after random writes the kept facts tell what the tables tell, and only what was written is read again', async () => {
  const writes = fc.sample(randomWrite, { numRuns: 90, seed: 4711 })
  for (let start = 0; start < writes.length; start += 3) {
    for (const made of writes.slice(start, start + 3)) await write(made)
    if (start % 15 === 0) await foldListWrites(database.db, 'changes')
    expect(await compare()).toBe(0)
    if (start % 30 === 0) await compareLists()
  }
})

test('nothing is read while nothing was written', async () => {
  expect(await compare()).toBe(0)
})

test('all who ask while the facts are read are told from one more reading', async () => {
  const client = await database.pool.connect()
  const query = vi.spyOn(Object.getPrototypeOf(client), 'query')
  client.release()
  const first = readAllFacts(next())
  await new Promise(setImmediate)
  const others = Array.from({ length: 10 }, () => readAllFacts(next()))
  const all = await Promise.all([first, ...others])
  const readings = query.mock.calls.filter(([asked]) => JSON.stringify(asked).includes('repeatable read'))
  query.mockRestore()
  expect(readings).toHaveLength(2)
  expect(new Set(all.slice(1)).size).toBe(1)
})

test('a write that names no record makes all be read again, once', async () => {
  await database.db.update(changes).set({ pirOutcome: 'failed' }).where(eq(changes.number, 'CHG0007'))
  await recordListWrite(database.db, 'changes')
  expect(await compare()).toBe(1)
  expect(await compare()).toBe(0)
})

test('a write that is committed after a later one, and long after its event, is not lost', async () => {
  const [fast] = fc.sample(randomWrite, { numRuns: 1, seed: 1 })
  await inTransaction(database.db, async (tx) => {
    const ctx = { ...next(), db: tx }
    await tx.update(changes).set({ pirOutcome: 'failed', isStub: false }).where(eq(changes.number, 'CHG0200'))
    await recordEvent(ctx, 'update', 'change', 'CHG0200', {})
    if (fast) await write(fast)
    expect(await compare()).toBe(0)
    clock += 60_000
    await write({ kind: 'decision', number: 'CHG0042', isOwed: true })
    expect(await compare()).toBe(0)
  })
  // Its event is older than those that may still become visible: found by the versions of the lists.
  expect(await compare()).toBe(1)
})

test('another epoch of a list makes all be read again', async () => {
  await database.pool.query(`update list_totals set epoch = 'another' where list = 'reviews'`)
  expect(await compare()).toBe(1)
})

test('what an import wrote is read again, and nothing else', async () => {
  const rows = [10, 11, 12, 250, 900].map(
    (at) => `${numbered('CHG', at)},Imported,closed,normal,Team 3,2025-05-0${at % 7}T10:00:00Z`,
  )
  const changesFile = ['number,title,state,type,assignment_group,actual_end', ...rows].join('\n')
  const incidentsFile = [
    'number,short_description,priority,state,opened_at,related_change',
    'INC1,Down,1 - Critical,closed,2025-05-01T10:00:00Z,CHG-NOBODY-KNOWS',
  ].join('\n')
  const bring = async (entity: 'changes' | 'incidents', content: string) =>
    importFile({ ...next(), pool: database.pool }, { entity, path: await temporaryFile(`${entity}.csv`, content) })
  expect(await bring('changes', changesFile)).toMatchObject({ inserted: 1, updated: 4, refused: 0 })
  clock += 60_000
  expect(await compare()).toBe(0)
  expect(await bring('incidents', incidentsFile)).toMatchObject({ inserted: 1, stubs: 1 })
  await write({ kind: 'decision', number: 'CHG0042', isOwed: false })
  expect(await compare()).toBe(0)
})

test('a process that starts takes up what another one stored, and what was written since', async () => {
  const first = (await readAllFacts(next())) as KeptFacts
  const stored = await storeFacts(database.db, first, undefined)
  const writes = fc.sample(randomWrite, { numRuns: 12, seed: 5 })
  for (const made of writes.slice(0, 6)) await write(made)
  const other = createDatabase(database.url, { poolSize: 2 })
  onTestFinished(() => other.pool.end())
  expect(await compare(other.db)).toBe(0)

  const second = (await readAllFacts({ ...next(), db: other.db })) as KeptFacts
  expect(stored && (await storeFacts(other.db, second, stored))).toMatchObject({ facts: second })
  expect(stored && (await storeFacts(database.db, first, stored))).toBeNull()
  for (const made of writes.slice(6)) await write(made)
  const third = createDatabase(database.url, { poolSize: 2 })
  onTestFinished(() => third.pool.end())
  expect(await compare(third.db)).toBe(0)
})

test('who lists the records of a figure first has the facts read, and does not wait for them', async () => {
  const { db, pool } = createDatabase(database.url, { poolSize: 2 })
  onTestFinished(() => pool.end())
  const listed = async () => {
    const query = recordsContract.query.parse({ from: '2024-03-10', to: '2026-03-31' })
    return listFigureRecords({ ...next(), db }, 'change_failure_rate', query)
  }
  vi.mocked(countDays).mockClear()
  const first = await listed()
  expect(countDays).not.toHaveBeenCalled()
  await vi.waitFor(async () => {
    expect(await listed()).toEqual(first)
    expect(countDays).toHaveBeenCalled()
  })
})

test('facts that were stored by another program are of no use', async () => {
  await storeFacts(database.db, (await readAllFacts(next())) as KeptFacts, undefined)
  await database.pool.query(`update figure_states set shape = 'another'`)
  const other = createDatabase(database.url, { poolSize: 2 })
  onTestFinished(() => other.pool.end())
  expect(await compare(other.db)).toBe(1)
})

test('the job reads all again where facts are stored', async () => {
  await storeFacts(database.db, (await readAllFacts(next())) as KeptFacts, undefined)
  await database.pool.query(`update changes set pir_outcome = 'failed', is_stub = false where number < 'CHG0020'`)
  vi.mocked(readKeyBounds).mockClear()
  await rereadFacts(next())
  expect(timesReadAgain()).toBe(1)
  await write({ kind: 'decision', number: 'CHG0200', isOwed: true })
  expect(await compare()).toBe(0)
  vi.mocked(readKeyBounds).mockClear()
  await rereadFacts(next())
  expect(timesReadAgain()).toBe(0)
})
