import { type SQL, sql } from 'drizzle-orm'
import { index, type PgColumn, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { historyActions } from '#lib/contracts/app/history.ts'
import { codePointText, json, moment, transactionId } from './columns.ts'
import { personKeys } from './directory.ts'

/**
 * The audit log: one row for each write. A row changes only in two cases: an erasure or a retention empties `changes`,
 * `changed_fields` and `action_name`, and a restore replaces `transaction_id`.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: codePointText('id').primaryKey(),
    at: moment('at').notNull(),
    actorKind: codePointText('actor_kind').notNull(),
    actorId: codePointText('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    action: codePointText('action').$type<(typeof historyActions)[number]>().notNull(),
    /** Name of the action in `lib/actions`; null in emptied rows, in rows of imports and in older ones. */
    actionName: codePointText('action_name'),
    entityType: codePointText('entity_type').notNull(),
    entityId: codePointText('entity_id').notNull(),
    /** `{field: {from, to}}` */
    changes: json('changes').$type<Record<string, { from: unknown; to: unknown }>>().notNull(),
    /** The fields of `changes`, to be read without the long values; null in rows older than the column. */
    changedFields: json('changed_fields').$type<string[]>(),
    requestId: codePointText('request_id').notNull(),
    /** The transaction that wrote it. The feed returns only rows that no running one can still precede. */
    transactionId: transactionId('transaction_id').notNull().default(sql`pg_current_xact_id()`),
  },
  (table) => [
    index('audit_events_at').on(table.at, table.id),
    index('audit_events_entity').on(table.entityType, table.entityId, table.at),
    index('audit_events_request').on(table.requestId),
    index('audit_events_feed')
      .on(table.transactionId, table.id)
      .where(sql`entity_type in ('change', 'incident', 'review', 'improvement', 'article')`),
    index('audit_events_removed_improvements')
      .on(removedSource(table.changes))
      .where(sql`entity_type = 'improvement' and action = 'delete'`),
    index('audit_events_unlinked_incidents')
      .on(formerLink(table.changes, 'related_change'))
      .where(isFormerLink(table.changes, 'related_change')),
    index('audit_events_withdrawn_causes')
      .on(formerLink(table.changes, 'caused_by_change'))
      .where(isFormerLink(table.changes, 'caused_by_change')),
    index('audit_events_former_people')
      .using('gin', personKeys(...formerIdentity(table.changes)))
      .where(isFormerIdentity(table.changes)),
  ],
)

/** SQL of the name, user name and employee number that a person had before the write of `changes`. */
export function formerIdentity(changes: PgColumn | SQL) {
  const former = (field: string) => sql<string | null>`(${changes} #>> '{${sql.raw(field)},from}')`
  return [former('name'), former('user_name'), former('employee_number')] as const
}

/** True for a write that replaced one of them, as in the condition of its index. */
export const isFormerIdentity = (changes: PgColumn | SQL): SQL =>
  sql`entity_type in ('account', 'user') and coalesce(${sql.join([...formerIdentity(changes)], sql`, `)}) is not null`

type LinkField = 'related_change' | 'caused_by_change'

/** The change that an incident named in the field before the write of `changes`, as in the expression of its index. */
export function formerLink(changes: PgColumn | SQL, field: LinkField): SQL {
  return sql`((${changes} #>> '{${sql.raw(field)},from}') collate "C")`
}

const isFormerLink = (changes: PgColumn, field: LinkField) =>
  sql`entity_type = 'incident' and ${formerLink(changes, field)} is not null`

/** The source that a deleted improvement named, as in the expression of its index. */
export function removedSource(changes: PgColumn | SQL): SQL {
  return sql`((${changes} #>> '{source_ref,from}') collate "C")`
}

/**
 * Former numbers of records. A row of the audit log stays under the number that its record had then. A decision of the
 * policy has the number of its change.
 */
export const formerNumbers = pgTable(
  'former_numbers',
  {
    entityType: codePointText('entity_type').$type<'change' | 'incident'>().notNull(),
    former: codePointText('former').notNull(),
    /** The number that the record has now. */
    number: codePointText('number').notNull(),
    /** Time and identifier of the record's last row under the former number; later rows belong to another record. */
    lastAt: moment('last_at').notNull(),
    lastId: codePointText('last_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.entityType, table.former, table.lastAt, table.lastId] }),
    index('former_numbers_number').on(table.entityType, table.number),
  ],
)

/**
 * Transactions that the change feed does not wait for. Their rows take the place of the transaction that published
 * them.
 */
export const longTransactions = pgTable('long_transactions', {
  transactionId: transactionId('transaction_id').primaryKey(),
  /** Null until it is known to be committed. */
  publishedAs: transactionId('published_as'),
  registeredAt: moment('registered_at').notNull(),
})
