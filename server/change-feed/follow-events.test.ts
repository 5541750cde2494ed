import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { beforeAll, expect, test, vi } from 'vitest'
import { changeActions, viewActions } from '#lib/actions/record-actions.ts'
import { startOfEvents } from '#lib/contracts/events.ts'
import { createArticle } from '#server/articles/commands.ts'
import { deleteArticle } from '#server/articles/delete-article.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { announceStop } from '#server/platform/process/stop-requests.ts'
import { putChange } from '#server/reviews/api-writes/put-change.ts'
import { putIncident } from '#server/reviews/api-writes/put-incident.ts'
import { auditEvents } from '#server/schema/history.ts'
import { orderRestoredEvents } from './feed-order.ts'
import { followEvents } from './follow-events.ts'
import { insertEvent, provideFeed } from './testing-feed.ts'

const feed = provideFeed()
const { ctx, write } = feed
beforeAll(() => setTestRuntime(feed.database))

const read = async (after: string | undefined, limit = 1000, wait = 0) =>
  (await followEvents(ctx(), { after, limit, wait })).feed
/** Transactions of other test files also delay events, so expected events are waited for. */
const readAll = async (count: number) =>
  vi.waitFor(
    async () => {
      const feed = await read(undefined)
      expect(feed.result.length).toBeGreaterThanOrEqual(count)
      return feed
    },
    { timeout: 110_000 },
  )
const anyway = { expectedVersions: undefined, mustExist: undefined }

test('returns the events, oldest first, with the current version of each record', async () => {
  await putChange(ctx(), 'CHG-E1', { title: 'One', state: 'new' }, anyway)
  await putChange(ctx(), 'CHG-E1', { title: 'Two', risk: 'low' }, anyway)
  await putIncident(ctx(), 'INC-E1', { opened_at: '2026-03-01T00:00:00Z' }, anyway)
  const { id } = await createArticle(ctx(), { content: 'Measure' })
  await deleteArticle(ctx(), id, undefined)
  await recordEvent(ctx(), viewActions.create, 'view', {})
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
  await recordEvent(ctx(old), changeActions.update, 'CHG-OLD', {})
  await write('CHG-NEW')
  expect((await readAll(1)).result.map(({ key }) => key)).toEqual(['CHG-NEW'])
  await expect(read('evt_none')).rejects.toMatchObject({ code: 'invalid_parameter' })
})

test('an event that commits late is not skipped', async () => {
  const late = await feed.database.pool.connect()
  await late.query('begin')
  await insertEvent(drizzle(late), 'CHG-LATE')
  await write('CHG-EARLY')
  expect((await read(undefined)).result).toEqual([])
  await late.query('commit')
  late.release()
  expect((await readAll(2)).result.map(({ key }) => key)).toEqual(['CHG-LATE', 'CHG-EARLY'])
})

test('survives any stored row, such as one with half of a character that was cut in two', async () => {
  const stored = String.raw`{"title \ud83d":{"from":"\\ud83d \u0000","to":"\ude00 \ud83d"},"risk":{"from":null,"to":"\ud83d\ude00"}}`
  const { db } = feed.database
  await insertEvent(db, 'CHG-BROKEN', stored)
  await insertEvent(db, 'CHG-LIST', '[1]')
  await insertEvent(db, 'CHG-NULL', 'null')
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
  await feed.database.db.update(auditEvents).set({ changes: {} })
  expect((await read(undefined)).result.map(({ changed }) => changed)).toEqual([['title']])
})

test('waits for the next event', async () => {
  await write('CHG-FIRST')
  const { next } = await readAll(1)
  const waiting = read(next, 10, 30)
  await write('CHG-NEXT')
  expect((await waiting).result.map(({ key }) => key)).toEqual(['CHG-NEXT'])
})

test('one request of a caller ends when an eleventh waits', async () => {
  await write('CHG-QUIET')
  const { next } = await readAll(1)
  const ended: number[] = []
  const waiting = Array.from({ length: 11 }, (_, at) => read(next, 10, 1).then(() => ended.push(at)))
  await Promise.race(waiting)
  expect(ended).toHaveLength(1)
  await Promise.all(waiting)
})

test('leaves a connection to others, however many requests of one caller begin', async () => {
  const { pool } = feed.database
  const original = pool.query.bind(pool) as (...statement: unknown[]) => Promise<unknown>
  let running = 0
  let most = 0
  vi.spyOn(pool, 'query').mockImplementation(async (...statement: unknown[]) => {
    running += 1
    most = Math.max(most, running)
    return original(...statement).finally(() => {
      running -= 1
    })
  })
  await Promise.all(Array.from({ length: 100 }, () => read(undefined)))
  expect(most).toBeLessThan(pool.options.max)
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
  await feed.database.db.update(auditEvents).set({ transactionId: sql`'9000000000'::xid8` })
  const keys = async (after?: string) => (await read(after)).result.map(({ key }) => key)
  expect(await keys()).toEqual([])
  await orderRestoredEvents(feed.database.db)
  await vi.waitFor(async () => expect(await keys()).toEqual(['CHG-OLD1', 'CHG-OLD2']), { timeout: 110_000 })
  const { next } = await read(undefined)
  await write('CHG-NEW')
  await vi.waitFor(async () => expect(await keys(next)).toEqual(['CHG-NEW']), { timeout: 110_000 })
})
