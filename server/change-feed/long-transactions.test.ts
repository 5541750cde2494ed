import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, onTestFinished, test } from 'vitest'
import {
  inWatchedTransaction,
  publishLongTransactions,
  watchTransaction,
} from '#server/platform/audit/long-transaction.ts'
import { createDatabase } from '#server/platform/db/client.ts'
import { longTransactions } from '#server/schema/history.ts'
import { findNewestEvent } from './feed-order.ts'
import { readFeed } from './queries.ts'
import { followFeed, insertEvent, provideFeed } from './testing-feed.ts'

const feed = provideFeed()
const { ctx, write } = feed
const read = (after?: string, limit = 1000) => readFeed(ctx(), { after, limit })
const keys = async (after?: string, limit?: number) => (await read(after, limit)).result.map(({ key }) => key)
/** Opens a registered transaction with entries of these keys. */
async function openLong(entries: readonly string[]) {
  const client = await feed.database.pool.connect()
  let isOpen = true
  onTestFinished(() => {
    if (isOpen) client.release(true)
  })
  const before = await feed.database.db.$count(longTransactions)
  await client.query('begin')
  const watched = await watchTransaction(feed.database.pool, drizzle(client), 0)
  await expect.poll(() => feed.database.db.$count(longTransactions)).toBe(before + 1)
  for (const key of entries) await insertEvent(drizzle(client), key)
  return async (end: 'commit' | 'rollback') => {
    await watched.publish()
    await client.query(end)
    client.release()
    isOpen = false
  }
}

/** Waits for entries, because transactions of other test databases on the same server delay the feed for a moment. */
const publishedKeys = (expected: readonly string[], after?: string) => expect.poll(() => keys(after)).toEqual(expected)

test('a registered transaction holds nothing back, and its entries come when it is published', async () => {
  await write('CHG-1')
  const end = await openLong(['CHG-LONG1', 'CHG-LONG2'])
  await write('CHG-2')
  await publishedKeys(['CHG-1', 'CHG-2'])
  const { next } = await read()
  expect(await findNewestEvent(feed.database.db)).toBe(next)
  await end('commit')
  await write('CHG-3')
  await publishedKeys(['CHG-3'], next)
  const { next: later } = await read(next)
  await publishLongTransactions(feed.database.db)
  await publishedKeys(['CHG-LONG1', 'CHG-LONG2'], later)
  const { next: last, result } = await read(later)
  expect(await findNewestEvent(feed.database.db)).toBe(last)
  expect(await keys(result[0]?.id)).toEqual(['CHG-LONG2'])
  await write('CHG-4')
  await publishedKeys(['CHG-4'], last)
  await publishedKeys(['CHG-1', 'CHG-2', 'CHG-3', 'CHG-LONG1', 'CHG-LONG2', 'CHG-4'])
  expect(await keys(undefined, 4)).toEqual(['CHG-1', 'CHG-2', 'CHG-3', 'CHG-LONG1'])
})

test('a transaction is registered though it holds the only connection of its pool', async () => {
  const { db, pool } = createDatabase(feed.database.url, { poolSize: 1 })
  onTestFinished(() => pool.end())
  const before = await feed.database.db.$count(longTransactions)
  await inWatchedTransaction(
    db,
    async (tx) => {
      await insertEvent(tx, 'CHG-WATCHED')
      await expect.poll(() => feed.database.db.$count(longTransactions)).toBe(before + 1)
    },
    0,
  )
  await publishedKeys(['CHG-WATCHED'])
})

test('a reader gets each entry exactly once while long and short transactions write', async () => {
  const long = async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const client = await feed.database.pool.connect()
      await client.query('begin')
      const watched = await watchTransaction(feed.database.pool, drizzle(client), turn % 2)
      for (let entry = 0; entry < 20; entry += 1) {
        await insertEvent(drizzle(client), `LONG-${turn}-${entry}`)
      }
      await watched.publish()
      await client.query(turn === 3 ? 'rollback' : 'commit')
      client.release()
      await publishLongTransactions(feed.database.db)
    }
  }
  const reader = followFeed(read)
  await reader.during(Promise.all([feed.writeShort(1, 40), feed.writeShort(2, 40), long()]))
  const expected = 2 * 40 * 2 + 5 * 20
  await expect.poll(async () => (await read()).result.length).toBe(expected)
  await reader.toEnd()
  expect(new Set(reader.receivedIds).size).toBe(reader.receivedIds.length)
  expect(reader.receivedIds).toEqual((await read()).result.map(({ id }) => id))
}, 60_000)
