import { sql } from 'drizzle-orm'
import type { WithSubquery } from 'drizzle-orm/subquery'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/client.ts'
import { foldNowAndThen, withListWrite } from '#server/db/list-version.ts'
import { auditEvents } from '#server/db/schema/access.ts'
import { type ListName, listWrites } from '#server/db/schema/lists.ts'
import { rowParameters, withRow } from '#server/db/with-row.ts'
import { newId } from '#server/ids.ts'

export type FieldChanges = Record<string, { from: unknown; to: unknown }>

type Action = 'create' | 'update' | 'delete'

const eventRow = (ctx: Context, action: Action, entityType: string, entityId: string, changes: FieldChanges) => ({
  id: newId('evt', ctx.now),
  at: ctx.now.toISOString(),
  actorKind: ctx.actor.kind,
  actorId: ctx.actor.id,
  actorName: ctx.actor.name,
  action,
  entityType,
  entityId,
  changes,
  requestId: ctx.requestId,
})

/** The list that holds the records of each type. */
const listOf: Readonly<Record<string, ListName>> = {
  change: 'changes',
  incident: 'incidents',
  improvement: 'improvements',
  article: 'articles',
  review: 'reviews',
  policy_decision: 'policy_decisions',
}

/** Appends one write to the history, and to the writes of its list, in the transaction of the write itself. */
export async function recordEvent(
  ctx: Context,
  action: Action,
  entityType: string,
  entityId: string,
  changes: FieldChanges,
): Promise<void> {
  const row = eventRow(ctx, action, entityType, entityId, changes)
  const list = listOf[entityType]
  if (list === undefined) {
    await ctx.db.insert(auditEvents).values(row)
    return
  }
  const event = ctx.db.$with('event').as(ctx.db.insert(auditEvents).values(row))
  const [inserted, removed] = [action === 'create' ? 1 : 0, action === 'delete' ? 1 : 0]
  await ctx.db.with(event).insert(listWrites).values({ list, id: row.id, inserted, removed })
  await foldNowAndThen(ctx.db, list)
}

const eventPrefix = 'event_'

/**
 * The same as parts of a prepared statement that adds or alters a record of a list, so that all is one round trip and one
 * transaction: they append if `cause`, another part, gives a row. Their values come from `eventParameters`.
 */
export function withEvent(
  db: Queryable,
  list: ListName,
  cause: WithSubquery,
  { inserted = 0 }: { readonly inserted?: 0 | 1 } = {},
): WithSubquery[] {
  const id = sql`${sql.param(sql.placeholder(`${eventPrefix}id`), auditEvents.id)}`
  const event = withRow(db, 'event', auditEvents, eventPrefix, cause)
  return [event, withListWrite(db, list, id, cause, inserted)]
}

/** The values of the parameters that `withEvent` adds to a statement. */
export const eventParameters = (...event: Parameters<typeof recordEvent>): Record<string, unknown> =>
  rowParameters(eventPrefix, eventRow(...event))

/** The fields whose value differs, with both values; empty when nothing changes. */
export function differences(before: Record<string, unknown>, after: Record<string, unknown>): FieldChanges {
  const changed = Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  return Object.fromEntries(changed.map((field) => [field, { from: before[field] ?? null, to: after[field] ?? null }]))
}

/** Every field of a record that is removed, with its last value. */
export function removal(record: Record<string, unknown>): FieldChanges {
  return differences(record, Object.fromEntries(Object.keys(record).map((field) => [field, null])))
}
