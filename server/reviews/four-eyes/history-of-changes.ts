import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { selectEntriesOfRecords } from '#server/history/entries-of-record.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { accounts } from '#server/schema/access.ts'
import { auditEvents } from '#server/schema/history.ts'
import type { reviews } from '#server/schema/reviews.ts'

/** A write to a change or to its review. */
export type HistoryEntry = Pick<typeof auditEvents.$inferSelect, 'at' | 'action' | 'actorKind' | 'changes'> & {
  readonly entity: 'change' | 'review'
  /** E-mail of the account that wrote it, or whose import did; for a token, of the account that issued it. */
  readonly person: string | null
}

/** A change, and the reference of its review if it has one. */
export type HistorySubject = { readonly number: string; readonly reference: string | null }

/**
 * Reads the history of changes and of their reviews, oldest first, by the number of the change. It includes entries
 * under former numbers, and takes one query by index.
 */
export async function readHistory(
  db: Queryable,
  reviewed: readonly HistorySubject[],
): Promise<ReadonlyMap<string, readonly HistoryEntry[]>> {
  if (reviewed.length === 0) return new Map()
  const issue = alias(auditEvents, 'issue')
  const issuers = alias(accounts, 'issuers')
  const numbers = new Map(reviewed.flatMap(({ number, reference }) => (reference ? [[reference, number]] : [])))
  const changes = reviewed.map(({ number }) => number)
  const records = sql`select 'change', unnest(${sql.param(changes)}::text[])
    union all select 'review', unnest(${sql.param([...numbers.keys()])}::text[])`
  const rows = await db
    .select({
      entity: sql<HistoryEntry['entity']>`${auditEvents.entityType}`,
      id: sql<string>`found.number`,
      at: auditEvents.at,
      action: auditEvents.action,
      actorKind: auditEvents.actorKind,
      changes: auditEvents.changes,
      person: sql<string | null>`coalesce(${accounts.email}, ${issuers.email})`,
    })
    .from(auditEvents)
    .innerJoin(sql`(${selectEntriesOfRecords(records)}) found`, sql`found.id = ${auditEvents.id}`)
    .leftJoin(
      accounts,
      and(inArray(auditEvents.actorKind, ['account', 'import']), eq(accounts.id, auditEvents.actorId)),
    )
    .leftJoin(
      issue,
      and(
        inArray(auditEvents.actorKind, ['token', 'import']),
        and(eq(issue.entityType, 'api_token'), eq(issue.entityId, auditEvents.actorId), eq(issue.action, 'create')),
      ),
    )
    .leftJoin(issuers, and(eq(issue.actorKind, 'account'), eq(issuers.id, issue.actorId)))
    .orderBy(asc(auditEvents.at), asc(auditEvents.id))
  return Map.groupBy(rows, ({ entity, id }) => (entity === 'review' ? (numbers.get(id) ?? id) : id))
}

/** Reads the history of a review and its change, oldest first. */
export const readHistoryOf = async (
  db: Queryable,
  { changeNumber: number, reference }: Pick<typeof reviews.$inferSelect, 'changeNumber' | 'reference'>,
): Promise<readonly HistoryEntry[]> => (await readHistory(db, [{ number, reference }])).get(number) ?? []
