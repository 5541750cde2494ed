import { getTableColumns, sql } from 'drizzle-orm'
import type { WithSubquery } from 'drizzle-orm/subquery'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/client.ts'
import { auditEvents } from '#server/db/schema/access.ts'
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

/** Appends one write to the history, in the transaction of the write itself. */
export async function recordEvent(
  ctx: Context,
  action: Action,
  entityType: string,
  entityId: string,
  changes: FieldChanges,
): Promise<void> {
  await ctx.db.insert(auditEvents).values(eventRow(ctx, action, entityType, entityId, changes))
}

const eventColumns = Object.entries(getTableColumns(auditEvents))
const eventParameter = (name: string) => `event_${name}`

/**
 * The same as a part of a prepared statement that writes a record, so that both are one round trip and one transaction:
 * appends to the history if `written`, the part that writes, gave a row. Its values come from `eventParameters`.
 */
export function withEvent(db: Queryable, written: WithSubquery) {
  const values = eventColumns.map(([name, column]) => sql`${sql.param(sql.placeholder(eventParameter(name)), column)}`)
  return db.$with('event').as(db.insert(auditEvents).select(sql`select ${sql.join(values, sql`, `)} from ${written}`))
}

/** The values of the parameters that `withEvent` adds to a statement. */
export const eventParameters = (...event: Parameters<typeof recordEvent>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(eventRow(...event)).map(([name, value]) => [eventParameter(name), value]))

/** The fields whose value differs, with both values; empty when nothing changes. */
export function differences(before: Record<string, unknown>, after: Record<string, unknown>): FieldChanges {
  const changed = Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  return Object.fromEntries(changed.map((field) => [field, { from: before[field] ?? null, to: after[field] ?? null }]))
}

/** Every field of a record that is removed, with its last value. */
export function removal(record: Record<string, unknown>): FieldChanges {
  return differences(record, Object.fromEntries(Object.keys(record).map((field) => [field, null])))
}
