import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startOfEvents } from '#lib/contracts/events.ts'
import { createArticle } from '#server/articles/commands.ts'
import { deleteArticle } from '#server/articles/delete-article.ts'
import { putIncident } from '#server/incidents/put-incident.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { newId } from '#server/platform/ids.ts'
import { testContext, testToken } from '#server/platform/runtime/testing-context.ts'
import { announceStop } from '#server/platform/stop-requests.ts'
import { putChange } from '#server/reviews/put-change.ts'
import { auditEvents } from '#server/schema/access.ts'
import { findNewestEvent } from './feed-order.ts'
import { followEvents } from './follow-events.ts'
import { orderRestoredEvents } from './order-restored-events.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  setTestRuntime(database)
})
beforeEach(() => database.db.delete(auditEvents).then(() => {}))
afterEach(() => vi.useRealTimers())
afterAll(() => database.drop())

const ctx = (now = new Date()) => testContext(database.db, testToken, now)
const read = async (after: string | undefined, limit = 1000, wait = 0) =>
  (await followEvents(ctx(), { after, limit, wait })).feed
/** Transactions of other test files hold events back too, so what must come is waited for. */
const readAll = async (count: number) =>
  vi.waitFor(
    async () => {
      const feed = await read(undefined)
      expect(feed.result.length).toBeGreaterThanOrEqual(count)
      return feed
    },
    { timeout: 20_000 },
  )
const anyway = { expectedVersions: undefined, mustExist: undefined }
const write = (key: string) => recordEvent(ctx(), 'update', 'change', key, { title: { from: 'a', to: 'b' } })

test('returns the events, oldest first, with the current version of each record', async () => {
  await putChange(ctx(), 'CHG-E1', { title: 'One', state: 'new' }, anyway)
  await putChange(ctx(), 'CHG-E1', { title: 'Two', risk: 'low' }, anyway)
  await putIncident(ctx(), 'INC-E1', { opened_at: '2026-03-01T00:00:00Z' }, anyway)
  const { id } = await createArticle(ctx(), { content: 'Measure' })
  await deleteArticle(ctx(), id, undefined)
  await recordEvent(ctx(), 'create', 'saved_view', 'view', {})
  const { result, next } = await readAll(5)
  expect(result.map(({ type, key, version }) => [type, key, version])).toEqual([
    ['change.created', 'CHG-E1', 2],
    ['change.updated', 'CHG-E1', 2],
    ['incident.created', 'INC-E1', 1],
    ['article.created', id, null],
    ['article.deleted', id, null],
  ])
  expect(result[1]).toMatchObject({ entity: 'change', changed: ['title', 'risk'], actor: 'ServiceNow sync' })
  expect(next).toBe(result.at(-1)?.id)
  expect(await read(next)).toEqual({ result: [], next })
  const [first, second] = result
  expect((await read(startOfEvents, 1)).next).toBe(first?.id)
  expect((await read(first?.id, 1)).result).toEqual([second])
})

test('begins 90 days back, and rejects a cursor that is none', async () => {
  const old = new Date(Date.now() - 91 * 86_400_000)
  await recordEvent(ctx(old), 'update', 'change', 'CHG-OLD', {})
  await write('CHG-NEW')
  expect((await readAll(1)).result.map(({ key }) => key)).toEqual(['CHG-NEW'])
  await expect(read('evt_none')).rejects.toMatchObject({ code: 'invalid_parameter' })
})

test('an event that commits late is not skipped', async () => {
  const late = await database.pool.connect()
  const insert = `insert into audit_events (id, at, actor_kind, actor_id, actor_name, action, entity_type, entity_id, changes, request_id)
    values ($1, now(), 'system', 'test', 'Test', 'update', 'change', $2, '{}', 'test')`
  await late.query('begin')
  await late.query(insert, [newId('evt', new Date()), 'CHG-LATE'])
  await write('CHG-EARLY')
  expect((await read(undefined)).result).toEqual([])
  await late.query('commit')
  late.release()
  expect((await readAll(2)).result.map(({ key }) => key)).toEqual(['CHG-LATE', 'CHG-EARLY'])
})

test('a reader gets each event of concurrent writers exactly once, in the same order as a later reader', async () => {
  const writers = 4
  const each = 40
  let isWriting = true
  const writing = Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let turn = 0; turn < each; turn += 1) {
        await inTransaction(database.db, async (tx) => {
          const within = { ...ctx(), db: tx }
          await recordEvent(within, 'update', 'change', `CHG-${writer}-${turn}-a`, {})
          await tx.execute(`select pg_sleep(${((writer * 7 + turn * 3) % 5) / 500})`)
          await recordEvent(within, 'update', 'incident', `INC-${writer}-${turn}-b`, {})
          if (turn % 10 === 9) throw new Error('rolled back')
        }).catch(() => {})
      }
    }),
  ).finally(() => {
    isWriting = false
  })
  const seen: string[] = []
  let after: string | undefined
  const readOn = async () => {
    const feed = await read(after, 7)
    seen.push(...feed.result.map(({ id }) => id))
    after = feed.next
    return feed.result.length
  }
  while (isWriting) await readOn()
  await writing
  const expected = writers * each * 0.9 * 2
  const whole = await readAll(expected)
  while ((await readOn()) > 0);
  expect(whole.result).toHaveLength(expected)
  expect(seen).toEqual(whole.result.map(({ id }) => id))
})

test('a reader that begins gets the events of the oldest transaction, whatever their time', async () => {
  const [early, late] = [new Date(Date.now() - 2_000), new Date(Date.now() - 1_000)]
  await inTransaction(database.db, async (tx) => {
    await recordEvent({ ...ctx(late), db: tx }, 'update', 'change', 'CHG-FIRST', {})
    await recordEvent(ctx(early), 'update', 'change', 'CHG-SECOND', {})
  })
  expect((await readAll(2)).result.map(({ key }) => key)).toEqual(['CHG-FIRST', 'CHG-SECOND'])
})

test('survives any stored row, such as one with half of a character that was cut in two', async () => {
  const stored = String.raw`{"title \ud83d":{"from":"\\ud83d \u0000","to":"\ude00 \ud83d"},"risk":{"from":null,"to":"\ud83d\ude00"}}`
  for (const [key, changes] of [
    ['CHG-BROKEN', stored],
    ['CHG-LIST', '[1]'],
    ['CHG-NULL', 'null'],
  ]) {
    await database.pool.query(
      `insert into audit_events (id, at, actor_kind, actor_id, actor_name, action, entity_type, entity_id, changes, request_id)
       values ($1, now(), 'system', 'test', 'Test', 'update', 'change', $2, $3, 'test')`,
      [newId('evt', new Date()), key, changes],
    )
  }
  const { result } = await readAll(3)
  expect(result.map(({ key, changed }) => [key, changed])).toEqual([
    ['CHG-BROKEN', ['title \ufffd', 'risk']],
    ['CHG-LIST', []],
    ['CHG-NULL', []],
  ])
})

test('names the changed fields without reading their values, which may be long', async () => {
  await write('CHG-LONG')
  await readAll(1)
  await database.db.update(auditEvents).set({ changes: {} })
  expect((await read(undefined)).result.map(({ changed }) => changed)).toEqual([['title']])
})

test('a recorded text is well-formed, whatever cut it', async () => {
  const text = fc.string({ unit: 'binary' })
  await fc.assert(
    fc.asyncProperty(text, text, async (field, value) => {
      await recordEvent(ctx(), 'update', 'change', 'CHG-ANY', { [field]: { from: value, to: [{ [value]: null }] } })
    }),
  )
  const { rows } = await database.pool.query(
    `select changes::jsonb as changes from audit_events where entity_id = 'CHG-ANY'`,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.every(({ changes }) => JSON.stringify(changes).isWellFormed())).toBe(true)
  for (const { changed } of (await readAll(rows.length)).result) expect(changed.join('').isWellFormed()).toBe(true)
})

test('waits for the next event', async () => {
  await write('CHG-FIRST')
  const { next } = await readAll(1)
  const waiting = read(next, 10, 30)
  await write('CHG-NEXT')
  expect((await waiting).result.map(({ key }) => key)).toEqual(['CHG-NEXT'])
})

test('waits no longer than asked', async () => {
  await write('CHG-QUIET')
  const { next } = await readAll(1)
  expect(await read(next, 10, 1)).toEqual({ result: [], next })
})

test('one request of a caller ends when an eleventh waits', async () => {
  await write('CHG-QUIET')
  const { next } = await readAll(1)
  const ended: number[] = []
  const waiting = Array.from({ length: 11 }, (_, at) => read(next, 10, 2).then(() => ended.push(at)))
  await Promise.race(waiting)
  expect(ended).toHaveLength(1)
  await Promise.all(waiting)
})

test('costs the database no more, however many requests of one caller wait', async () => {
  await write('CHG-QUIET')
  const { next } = await readAll(1)
  const query = vi.spyOn(database.pool, 'query')
  const feeds = await Promise.all(Array.from({ length: 200 }, () => read(next, 10, 2)))
  expect(feeds.every((feed) => feed.result.length === 0 && feed.next === next)).toBe(true)
  // Each request reads once, with two statements; after that one statement serves all that wait, twice a second.
  expect(query.mock.calls.length).toBeLessThan(200 * 2 + 20)
  query.mockRestore()
})

test('leaves a connection to others, however many requests of one caller begin', async () => {
  const { pool } = database
  const original = pool.query.bind(pool) as (...statement: unknown[]) => Promise<unknown>
  let [running, most] = [0, 0]
  const query = vi.spyOn(pool, 'query').mockImplementation(async (...statement: unknown[]) => {
    running += 1
    most = Math.max(most, running)
    return original(...statement).finally(() => {
      running -= 1
    })
  })
  await Promise.all(Array.from({ length: 100 }, () => read(undefined)))
  expect(most).toBeLessThan(pool.options.max)
  query.mockRestore()
})

test('reads once for events that are too old to be returned', async () => {
  await recordEvent(ctx(new Date(Date.now() - 91 * 86_400_000)), 'update', 'change', 'CHG-OLD', {})
  await vi.waitFor(async () => expect(await findNewestEvent(database.db)).toBeDefined(), { timeout: 20_000 })
  const query = vi.spyOn(database.pool, 'query')
  expect(await read(undefined, 10, 2)).toEqual({ result: [], next: startOfEvents })
  expect(query.mock.calls.length).toBeLessThan(15)
  query.mockRestore()
})

test('ends with the process', async () => {
  await write('CHG-LAST')
  const { next } = await readAll(1)
  const waiting = read(next, 10, 30)
  announceStop()
  expect(await waiting).toEqual({ result: [], next })
})

test('events of a restored database come before new ones, though their transactions were far ahead', async () => {
  await write('CHG-OLD1')
  await write('CHG-OLD2')
  await database.db.update(auditEvents).set({ transactionId: sql`'9000000000'::xid8` })
  const keys = async (after?: string) => (await read(after)).result.map(({ key }) => key)
  expect(await keys()).toEqual([])
  await orderRestoredEvents(database.db)
  await vi.waitFor(async () => expect(await keys()).toEqual(['CHG-OLD1', 'CHG-OLD2']), { timeout: 20_000 })
  const { next } = await read(undefined)
  await write('CHG-NEW')
  await vi.waitFor(async () => expect(await keys(next)).toEqual(['CHG-NEW']), { timeout: 20_000 })
})
