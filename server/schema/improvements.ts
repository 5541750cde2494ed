import { type SQL, sql } from 'drizzle-orm'
import { date, index, type PgColumn, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { improvementStatuses } from '#lib/contracts/improvements.ts'
import type { ActionPartKind } from '#lib/domain/four-eyes/action-four-eyes.ts'
import { unfinishedStatuses } from '#lib/domain/improvements/improvement-due.ts'
import { codePointText, moment, numberKeySql, trigrams, versionedTimes } from './columns.ts'

export const improvements = pgTable(
  'improvements',
  {
    id: codePointText('id').primaryKey(),
    title: codePointText('title').notNull(),
    description: text('description'),
    sourceType: codePointText('source_type').notNull(),
    sourceRef: codePointText('source_ref').notNull(),
    owner: codePointText('owner').notNull(),
    /** E-mail addresses of earlier owners: like the owner, they cannot verify the action. */
    formerOwners: text('former_owners').array().notNull().default(sql`'{}'`),
    targetDate: date('target_date', { mode: 'string' }).notNull(),
    /** The target date before it first moved; null if it never did. */
    firstTargetDate: date('first_target_date', { mode: 'string' }),
    category: codePointText('category'),
    priority: codePointText('priority'),
    status: codePointText('status').$type<(typeof improvementStatuses)[number]>().notNull(),
    /** Evidence that it is done; required from `done` on. */
    evidence: text('evidence'),
    doneAt: moment('done_at'),
    /** E-mail address of the person who set it to done. */
    doneBy: codePointText('done_by'),
    verifiedAt: moment('verified_at'),
    /** E-mail address of the person who verified it: never the owner or the person who did it. */
    verifiedBy: codePointText('verified_by'),
    /** Date of the next recheck of a verified action. */
    recheckOn: date('recheck_on', { mode: 'string' }),
    /** Time from which it needs a recheck, and the reason: an incident like the one that caused it. */
    recheckSince: moment('look_since'),
    recheckReason: text('look_reason'),
    /** Time of the last recheck; incidents opened before no longer count. */
    recheckedAt: moment('looked_at'),
    escalatedAt: moment('escalated_at'),
    origin: text('origin').notNull(),
    ...versionedTimes,
  },
  (table) => [
    index('improvements_created_at').on(table.createdAt, table.id),
    index('improvements_by_title').on(table.title, table.id),
    index('improvements_by_owner').on(table.owner, table.id),
    index('improvements_by_target_date').on(table.targetDate, table.id),
    index('improvements_by_first_target').on(sql`coalesce(${table.firstTargetDate}, ${table.targetDate})`),
    index('improvements_by_status').on(table.status, table.id),
    index('improvements_by_updated_at').on(table.updatedAt, table.id),
    index('improvements_unfinished')
      .on(table.owner, table.targetDate, table.id)
      .where(hasUnfinishedStatus(table.status)),
    index('improvements_awaiting_verification').on(table.doneAt, table.id).where(awaitsVerification(table)),
    index('improvements_source_ref').on(table.sourceRef),
    index('improvements_source_key').on(numberKeySql(table.sourceRef)),
    index('improvements_title_text').using('gin', trigrams(table.title)),
  ],
)

/**
 * Who took part in an action, as in `reviewParts`. A trigger keeps a row as long as its action exists, and lets an erasure
 * replace `person`.
 */
export const partsOfActions = pgTable(
  'action_parts',
  {
    action: codePointText('action').notNull(),
    kind: codePointText('kind').$type<ActionPartKind>().notNull(),
    /** E-mail address, or another text by which the action or its tracker names the person. */
    person: codePointText('person').notNull(),
    /** Identifiers of the accounts that were the same person, or that the text may have meant, when it was written. */
    accounts: text('accounts').array().notNull(),
    since: moment('since').notNull(),
  },
  (table) => [primaryKey({ columns: [table.action, table.kind, table.person] })],
)

/** The condition for unfinished actions, worded as in their partial index. */
export function hasUnfinishedStatus(status: PgColumn): SQL {
  return sql`${status} in (${sql.raw(unfinishedStatuses.map((unfinished) => `'${unfinished}'`).join(', '))})`
}

/**
 * The condition for actions that wait for verification, worded as in their partial index: somebody set them to done.
 * Actions that an import brought as done wait for nobody.
 */
export function awaitsVerification({ status, doneBy }: { readonly status: PgColumn; readonly doneBy: PgColumn }): SQL {
  return sql`${status} = 'done' and ${doneBy} is not null`
}

/** The condition for actions that nobody has to work on or to recheck, and had not since a moment. */
export function isOverBefore(before: string): SQL {
  const { status, verifiedAt, doneAt, updatedAt, recheckOn, recheckSince } = improvements
  return sql`(${status} in ('verified', 'cancelled') and coalesce(${verifiedAt}, ${doneAt}, ${updatedAt}) < ${before}
    and coalesce(${recheckOn} < ${before}::timestamptz, true) and ${recheckSince} is null)`
}
