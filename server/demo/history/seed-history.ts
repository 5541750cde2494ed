import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/platform/db/client.ts'
import { articles } from '#server/schema/articles.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { improvements } from '#server/schema/improvements.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { reviews, reviewVersions } from '#server/schema/reviews.ts'
import { changeEvents } from './change-events.ts'
import type { DemoEvent } from './demo-event.ts'
import { articleEvents, improvementEvents, policyEvents } from './record-events.ts'
import { reviewEvents } from './review-events.ts'

/**
 * Writes the history of the demo records that this transaction inserted, derived from the rows: who recorded, moved,
 * reviewed and followed them up, up to now.
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
    ...changeRows.flatMap((row) => changeEvents(row, reviewers.get(row.pirReference ?? '') ?? null)),
    ...decisionRows.flatMap(policyEvents),
    ...reviewRows.flatMap((row) => reviewEvents(row, versions.get(row.reference) ?? [])),
    ...improvementRows.flatMap((row) => improvementEvents(row, reviewers.get(row.sourceRef) ?? null)),
    ...articleRows.flatMap((row) => articleEvents(row, reviewers.get(row.sourcePir ?? '') ?? null)),
  ]
}
