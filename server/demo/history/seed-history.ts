import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/platform/db/client.ts'
import { articles } from '#server/schema/articles.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { improvements } from '#server/schema/improvements.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { reviews, reviewVersions } from '#server/schema/reviews.ts'
import { buildChangeEvents } from './change-events.ts'
import type { DemoEvent } from './demo-event.ts'
import { buildArticleEvents, buildImprovementEvents, buildPolicyEvents } from './record-events.ts'
import { buildReviewEvents } from './review-events.ts'

/**
 * Writes the history of the inserted demo records, derived from the rows: the people who recorded, moved, reviewed and
 * followed them up until now.
 */
export async function seedDemoHistory(tx: Transaction, now: Date): Promise<void> {
  const events = (await listEvents(tx)).filter(({ at }) => at <= now.toISOString())
  const rows = events
    .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
    .map((event, index) => {
      const number = String(index + 1).padStart(5, '0')
      return { id: `evt_demo_${number}`, requestId: `demo-history-${number}`, ...event }
    })
  if (rows.length > 0) await tx.insert(auditEvents).values(rows).onConflictDoNothing()
}

async function listEvents(tx: Transaction): Promise<DemoEvent[]> {
  const changeRows = await tx.select().from(changes).where(eq(changes.origin, 'demo')).orderBy(changes.number)
  const decisionRows = await tx
    .select()
    .from(policyDecisions)
    .where(eq(policyDecisions.origin, 'demo'))
    .orderBy(policyDecisions.changeNumber)
  const reviewRows = await tx.select().from(reviews).where(eq(reviews.origin, 'demo')).orderBy(reviews.reference)
  const versionRows = await tx.select().from(reviewVersions).orderBy(reviewVersions.reference, reviewVersions.number)
  const improvementRows = await tx
    .select()
    .from(improvements)
    .where(eq(improvements.origin, 'demo'))
    .orderBy(improvements.id)
  const articleRows = await tx.select().from(articles).where(eq(articles.origin, 'demo')).orderBy(articles.id)
  const versions = Map.groupBy(versionRows, ({ reference }) => reference)
  const reviewers = new Map(reviewRows.map(({ reference, reviewer }) => [reference, reviewer]))
  return [
    ...changeRows.flatMap((row) => buildChangeEvents(row, reviewers.get(row.pirReference ?? '') ?? null)),
    ...decisionRows.flatMap(buildPolicyEvents),
    ...reviewRows.flatMap((row) => buildReviewEvents(row, versions.get(row.reference) ?? [])),
    ...improvementRows.flatMap((row) => buildImprovementEvents(row, reviewers.get(row.sourceRef) ?? null)),
    ...articleRows.flatMap((row) => buildArticleEvents(row, reviewers.get(row.sourcePir ?? '') ?? null)),
  ]
}
