import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type EntityType, entityKinds } from '#lib/actions/entity-kinds.ts'
import type { OriginKind } from '#lib/contracts/app/changes.ts'
import type { eventEntities } from '#lib/contracts/events.ts'
import { numberKey as keyOf } from '#lib/text/record-number.ts'
import { recordEvents } from '#server/platform/audit/record-event.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { numberKeySql } from '#server/schema/columns.ts'
import { connectionWrites } from '#server/schema/connections.ts'
import { auditEvents } from '#server/schema/history.ts'
import { deletedRecords, recordOrigins } from '#server/schema/imports.ts'
import { notifications } from '#server/schema/notifications.ts'
import { selectEntriesOfRecords } from './entries-of-record.ts'
import { deleteSalts } from './ledger/delete-salts.ts'

/** Identifiers of records, by their kind in the history. */
export type KeysByKind = Readonly<Partial<Record<EntityType, readonly string[]>>>

/**
 * Empties the entries of records in the history: time, author and record stay, the written values go. The leaves lose
 * their salt, so that nobody can guess the former text of an entry; the proofs of the ledger stay valid.
 */
export async function clearEntries(ctx: TxContext, records: KeysByKind): Promise<void> {
  const { db } = ctx
  const listed = Object.entries(records).flatMap(([kind, keys]) => keys.map((key) => ({ kind, key })))
  const kinds = listed.map(({ kind }) => kind)
  const keys = listed.map(({ key }) => key)
  const listedRecords = sql`select * from unnest(${sql.param(kinds)}::text[], ${sql.param(keys)}::text[])`
  const { rows } = await db.execute<{ id: string }>(selectEntriesOfRecords(listedRecords))
  const ids = sql`select unnest(${sql.param(rows.map(({ id }) => id))}::text[])`
  await deleteSalts(ctx, ids)
  await db
    .update(auditEvents)
    .set({ changes: {}, changedFields: [], actionName: null })
    .where(sql`${auditEvents.id} in (${ids})`)
}

/** Kinds of records that a retention deletes. */
type DeletedKind = (typeof eventEntities)[number]

/** True if a write about a record to another system is waiting or failed. */
export const isToBeWritten = (kind: DeletedKind, key: PgColumn): SQL => sql`exists (
  select from ${connectionWrites} where ${connectionWrites.entity} = ${kind} and ${connectionWrites.key} = ${key}
    and ${connectionWrites.status} in ('waiting', 'conflict', 'failed'))`

/**
 * Deletes the origins of deleted records, their writes to other systems and the notifications about them. Records the
 * deletion in the history, which the change feed reports, and stores it for later imports and audits. `ends` has the
 * end of closed changes, by number.
 */
export async function recordDeletions(
  ctx: TxContext,
  kind: DeletedKind,
  keys: readonly string[],
  days: number,
  ends: ReadonlyMap<string, string | null> = new Map(),
): Promise<void> {
  const { db, now } = ctx
  await db
    .delete(recordOrigins)
    .where(and(eq(recordOrigins.kind, kind as OriginKind), inArray(recordOrigins.number, [...keys])))
  await db
    .delete(connectionWrites)
    .where(and(eq(connectionWrites.entity, kind), inArray(connectionWrites.key, [...keys])))
  const pages = keys.map((key) => entityKinds[kind]?.page?.(key) ?? '')
  await db
    .delete(notifications)
    .where(sql`substring(${notifications.path} from '^/[a-z]+/[^/?#]+') = any(${sql.param(pages)}::text[])`)
  const changes = { retention_days: { from: null, to: days } }
  const entries = keys.map((entityId) => ({ entityId, changes }))
  await recordEvents(ctx, { entity: kind, name: 'delete', writes: 'delete' }, entries)
  const key = sql`(deleted.key collate "C")`
  const endsOfKeys = keys.map((one) => ends.get(one) ?? null)
  await db.execute(sql`insert into ${deletedRecords} (kind, key, deleted_at, ended_at)
    select ${kind}, ${numberedKinds.has(kind) ? numberKeySql(key) : key}, ${now.toISOString()}::timestamptz, max(deleted.ended_at)
    from unnest(${sql.param([...keys])}::text[], ${sql.param(endsOfKeys)}::timestamptz[]) deleted (key, ended_at) group by 2
    on conflict (kind, key) do update set deleted_at = excluded.deleted_at, ended_at = excluded.ended_at`)
}

/** Finds when the retention deleted a record, by its number in any spelling or its identifier; null if it did not. */
export async function findDeletion(
  { db }: Pick<Context, 'db'>,
  kind: DeletedKind,
  number: string,
): Promise<string | null> {
  const key = numberedKinds.has(kind) ? keyOf(number) : number
  const [found] = await db
    .select({ at: deletedRecords.deletedAt })
    .from(deletedRecords)
    .where(and(eq(deletedRecords.kind, kind), eq(deletedRecords.key, key)))
  return found?.at ?? null
}

/** Finds when a person or a token deleted an article or an improvement, in its history; null if nobody did. */
export async function findRemoval(
  { db }: Pick<Context, 'db'>,
  kind: 'article' | 'improvement',
  id: string,
): Promise<string | null> {
  const { entityType, entityId, action, at } = auditEvents
  const [found] = await db
    .select({ at })
    .from(auditEvents)
    .where(and(eq(entityType, kind), eq(entityId, id), eq(action, 'delete')))
    .orderBy(desc(at))
    .limit(1)
  return found?.at ?? null
}

/** Kinds whose identifiers are compared as numbers. */
const numberedKinds = new Set<DeletedKind>(['change', 'incident'])
