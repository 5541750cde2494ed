import { sql } from 'drizzle-orm'
import { changeActions, incidentActions } from '#lib/actions/record-actions.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { transact } from '#server/platform/db/transaction.ts'
import { newId } from '#server/platform/ids.ts'
import { testContext, testToken } from '#server/platform/runtime/testing-context.ts'
import { auditEvents, longTransactions } from '#server/schema/history.ts'
import type { readFeed } from './queries.ts'

/** Provides a database without events, and writers to it. */
export function provideFeed() {
  const database = provideTestDatabase({ empty: [auditEvents, longTransactions] })
  const ctx = (now = new Date()) => testContext(database.db, testToken, now)
  return {
    database,
    ctx,
    write: (key: string) => recordEvent(ctx(), changeActions.update, key, { title: { from: 'a', to: 'b' } }),
    /** Commits `turns` short transactions of two events each, one after the other; every tenth fails if `isFailing`. */
    async writeShort(writer: number, turns: number, isFailing = false) {
      for (let turn = 0; turn < turns; turn += 1) {
        await transact(database.db, async (tx) => {
          const txCtx = { ...ctx(), db: tx }
          await recordEvent(txCtx, changeActions.update, `CHG-${writer}-${turn}-a`, {})
          // The transactions of the writers take different times and overlap.
          for (let step = (writer * 7 + turn * 3) % 5; step > 0; step -= 1) await tx.execute('select 1')
          await recordEvent(txCtx, incidentActions.update, `INC-${writer}-${turn}-b`, {})
          if (isFailing && turn % 10 === 9) throw new Error('rolled back')
        }).catch(() => {})
      }
    },
  }
}

/** Adds an event with these changes by SQL, as other code does. */
export const insertEvent = (db: Queryable, key: string, changes = '{}') =>
  db.execute(sql`insert into audit_events (id, at, actor_kind, actor_id, actor_name, action, entity_type, entity_id, changes, request_id)
    values (${newId('evt', new Date())}, now(), 'system', 'test', 'Test', 'update', 'change', ${key}, ${changes}, 'test')`)

type Feed = Awaited<ReturnType<typeof readFeed>>

/** Follows a feed in small pages while others write; `receivedIds` has the identifiers of all events. */
export function followFeed(read: (after: string | undefined, limit: number) => Promise<Feed>) {
  const receivedIds: string[] = []
  let after: string | undefined
  const readOn = async () => {
    const feed = await read(after, 7)
    receivedIds.push(...feed.result.map(({ id }) => id))
    after = feed.next
    return feed.result.length
  }
  return {
    receivedIds,
    async during(writing: Promise<unknown>) {
      let isWriting = true
      const written = writing.finally(() => {
        isWriting = false
      })
      while (isWriting) await readOn()
      await written
    },
    async toEnd() {
      while ((await readOn()) > 0);
    },
  }
}
