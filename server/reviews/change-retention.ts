import { and, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { clearEntries, isToBeWritten, recordDeletions } from '#server/history/delete-records.ts'
import { deleteSalts } from '#server/history/ledger/delete-salts.ts'
import { type Retention, unless } from '#server/platform/retention.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { articles } from '#server/schema/articles.ts'
import { auditChanges, isInAuditPeriod, isNeededDeployment } from '#server/schema/audits.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { numberKeySql } from '#server/schema/columns.ts'
import { deployments } from '#server/schema/connections.ts'
import { formerNumbers } from '#server/schema/history.ts'
import { improvements, isOverBefore } from '#server/schema/improvements.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { reviewProposals } from '#server/schema/review-proposals.ts'
import {
  attachmentParts,
  attachments,
  requesterQuestions,
  reviewComments,
  reviewParts,
  reviewSteps,
  reviews,
  reviewVersions,
} from '#server/schema/reviews.ts'

const end = sql`coalesce(${changes.actualEnd}, ${changes.plannedEnd}, ${changes.createdAt})`
const ownKey = numberKeySql(changes.number)

/** Changes whose review is open, or ended after the period began. */
const hasReview = (
  before: string,
) => sql`exists (select from ${reviews} where ${reviews.changeNumber} = ${changes.number}
  and (${reviews.status} not in ('completed', 'waived')
    or coalesce(${reviews.completedAt}, ${reviews.waivedAt}, ${reviews.updatedAt}) >= ${before}))`

/** Changes with an action that is not over, or was over only after the period began. */
const hasAction = (before: string) => sql`exists (select from ${improvements}
  where ${numberKeySql(improvements.sourceRef)} in (${ownKey}, ${numberKeySql(changes.pirReference)},
    (select ${numberKeySql(reviews.reference)} from ${reviews} where ${reviews.changeNumber} = ${changes.number}))
    and not ${isOverBefore(before)})`

/** Changes with an incident that is open or was opened after the period began; stubs with any incident. */
const hasIncident = (before: string) => sql`exists (select from ${incidents}
  where (${numberKeySql(incidents.relatedChange)} = ${ownKey} or ${numberKeySql(incidents.causedByChange)} = ${ownKey})
    and (${changes.isStub} or ${incidents.openedAt} >= ${before}
      or ${incidents.state} not in ('resolved', 'closed', 'canceled')))`

const hasDeployment = (before: string) => sql`exists (select from ${deployments}
  where ${deployments.changeNumber} = ${changes.number}
    and (coalesce(${deployments.endedAt} >= ${before}, true) or ${isNeededDeployment}))`

/** Changes in an audit, under the number that they had then. */
const isInAudit = [
  sql`exists (select from ${auditChanges} where ${auditChanges.number} = ${changes.number})`,
  sql`exists (select from ${formerNumbers} join ${auditChanges} on ${auditChanges.number} = ${formerNumbers.former}
    where ${formerNumbers.entityType} = 'change' and ${formerNumbers.number} = ${changes.number})`,
]

const isStubOfArticle = sql`(${changes.isStub} and exists (select from ${articles}
  where ${numberKeySql(articles.sourceChange)} = ${ownKey}))`

/** Ended changes, with their reviews, that no legal hold, audit, open work or later record needs. */
export const changeRetention: Retention = {
  setting: 'change_retention_days',
  key: changes.number,
  isDeletable: (before) =>
    and(
      inArray(changes.state, ['closed', 'canceled']),
      lt(end, before),
      unless(
        sql`${changes.awaitsDecision}`,
        isNotNull(changes.heldBecause),
        isInAuditPeriod(end, end),
        ...isInAudit,
        hasReview(before),
        hasAction(before),
        hasIncident(before),
        hasDeployment(before),
        isStubOfArticle,
        isToBeWritten('change', changes.number),
      ),
    ),
  async remove(ctx, numbers, days) {
    const { db } = ctx
    const isReviewed = inArray(reviews.changeNumber, [...numbers])
    const stored = await db.select({ reference: reviews.reference }).from(reviews).where(isReviewed)
    const references = stored.map(({ reference }) => reference)
    const closed = await db
      .select({ number: changes.number, endedAt: changes.actualEnd })
      .from(changes)
      .where(and(inArray(changes.number, [...numbers]), eq(changes.state, 'closed')))
    const ends = new Map(closed.map(({ number, endedAt }) => [number, endedAt]))
    await removeReviews(ctx, references, days)
    await clearEntries(ctx, { change: numbers, policy_decision: numbers })
    await db.delete(policyDecisions).where(inArray(policyDecisions.changeNumber, [...numbers]))
    await db.delete(changes).where(inArray(changes.number, [...numbers]))
    await db.delete(reviewParts).where(inArray(reviewParts.changeNumber, [...numbers]))
    await recordDeletions(ctx, 'change', numbers, days, ends)
  },
}

/** Deletes reviews with all their records. The leaves of their versions stay. */
async function removeReviews(ctx: TxContext, references: readonly string[], days: number): Promise<void> {
  if (references.length === 0) return
  const { db } = ctx
  const isOfReview = (reference: PgColumn) => inArray(reference, [...references])
  const listIds = async (table: typeof reviewComments | typeof requesterQuestions) =>
    (await db.select({ id: table.id }).from(table).where(isOfReview(table.reference))).map(({ id }) => id)
  await clearEntries(ctx, {
    review: references,
    comment: await listIds(reviewComments),
    requester_question: await listIds(requesterQuestions),
  })
  const { reference, number } = reviewVersions
  await deleteSalts(
    ctx,
    sql`select ${reference} || '/' || ${number} from ${reviewVersions} where ${isOfReview(reference)}`,
  )
  const files = db.select({ id: attachments.id }).from(attachments).where(isOfReview(attachments.reference))
  await db.delete(attachmentParts).where(inArray(attachmentParts.attachmentId, files))
  const tables = [
    attachments,
    reviewSteps,
    reviewVersions,
    reviewComments,
    requesterQuestions,
    reviewProposals,
    reviews,
  ]
  for (const table of tables) await db.delete(table).where(isOfReview(table.reference))
  await recordDeletions(ctx, 'review', references, days)
}
