import { eq } from 'drizzle-orm'
import { improvementActions, moveTo } from '#lib/actions/improvement-actions.ts'
import { decisionActions } from '#lib/actions/policy-actions.ts'
import { articleActions } from '#lib/actions/record-actions.ts'
import { reviewActions } from '#lib/actions/review-actions.ts'
import type { ReviewOutcome } from '#lib/contracts/changes.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { addMinutes, getWorkdayOnOrBefore, setTime, toIso } from '#server/demo/calendar.ts'
import { minutesToSignOff } from '#server/demo/completed-reviews.ts'
import { getEmail } from '#server/demo/people.ts'
import { listDifferences } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { articles } from '#server/schema/articles.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { improvements } from '#server/schema/improvements.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { reviews, reviewVersions } from '#server/schema/reviews.ts'
import { buildChangeEvents } from './change-events.ts'
import { createEventBuilder, type DemoEvent, findWriter, policyWriter } from './demo-event.ts'

type Review = typeof reviews.$inferSelect
type Version = typeof reviewVersions.$inferSelect

/**
 * Builds the events of a review: opened by the policy or its reviewer, started, submitted, completed in each version
 * and reopened.
 */
function buildReviewEvents(review: Review, versions: readonly Version[]): DemoEvent[] {
  const event = createEventBuilder(review.reference)
  const reviewer = findWriter(review.reviewer)
  const { changeNumber: change_number, createdAt, startedAt, submittedAt, dueOn: due_on } = review
  const reasons = review.reasons.map(({ rule, text }) => `${rule}: ${text}`)
  const isOwed = reasons.length > 0
  const fields = { change_number, reviewer: review.reviewer }
  const owed = { ...fields, status: 'not_started', due_on, reasons }
  return [
    isOwed
      ? event(createdAt, policyWriter, reviewActions.create, listDifferences({}, owed))
      : event(createdAt, reviewer, reviewActions.started, listDifferences({}, fields)),
    ...(isOwed && startedAt
      ? [event(startedAt, reviewer, reviewActions.begun, diffStatus('not_started', 'in_progress'))]
      : []),
    ...versions.flatMap((version, index) => buildVersionEvents(review, version, versions[index - 1]?.outcome ?? null)),
    ...(review.status === 'awaiting_sign_off' && submittedAt
      ? [event(submittedAt, reviewer, reviewActions.submitted, buildSubmission(review))]
      : []),
  ]
}

const diffStatus = (from: Review['status'], to: Review['status']) => listDifferences({ status: from }, { status: to })

const buildSubmission = ({ reviewer }: Review) => ({
  ...diffStatus('in_progress', 'awaiting_sign_off'),
  submitted_by: { from: null, to: reviewer },
})

function buildVersionEvents(review: Review, version: Version, formerOutcome: ReviewOutcome | null): DemoEvent[] {
  const event = createEventBuilder(review.reference)
  const { completedAt, signedOffBy, reopenedAt, reopenReason } = version
  const reviewer = findWriter(review.reviewer)
  const signer = signedOffBy === null ? null : findWriter(getEmail(signedOffBy))
  const submittedAt = toIso(addMinutes(Date.parse(completedAt), -minutesToSignOff))
  const completion = {
    ...diffStatus(signer ? 'awaiting_sign_off' : 'in_progress', 'completed'),
    pir_outcome: { from: formerOutcome, to: version.outcome },
    ...(signer && { signed_off_by: { from: null, to: signedOffBy } }),
  }
  const reopening = { ...diffStatus('completed', 'in_progress'), reopen_reason: { from: null, to: reopenReason } }
  return [
    ...(signer ? [event(submittedAt, reviewer, reviewActions.submitted, buildSubmission(review))] : []),
    event(completedAt, signer ?? reviewer, signer ? reviewActions.signed_off : reviewActions.completed, completion),
    ...(reopenedAt ? [event(reopenedAt, signer ?? reviewer, reviewActions.reopened, reopening)] : []),
  ]
}

/** Builds the event of a lesson's publication by its reviewer. */
function buildArticleEvents(row: typeof articles.$inferSelect, reviewer: string | null): DemoEvent[] {
  const { content, category, subcategory, polarity, tags, technologies, created, author } = row
  const source = { source_change: row.sourceChange, article_type: row.articleType, source_pir: row.sourcePir }
  const metadata = { ...source, category, subcategory, polarity, tags, technologies, created, author }
  const changes = listDifferences({}, { content, metadata })
  return [createEventBuilder(row.id)(row.createdAt, findWriter(reviewer), articleActions.create, changes)]
}

/** Builds the event of a decision of the policy. */
function buildPolicyEvents(row: typeof policyDecisions.$inferSelect): DemoEvent[] {
  const { isOwed: is_owed, isSampled: is_sampled, dueOn: due_on, assignee, assignedThrough: assigned_through } = row
  const reasons = row.reasons.map(({ rule, text }) => `${rule}: ${text}`)
  const decided = listDifferences({}, { is_owed, is_sampled, reasons, due_on, assignee, assigned_through })
  return [createEventBuilder(row.changeNumber)(row.decidedAt, policyWriter, decisionActions.create, decided)]
}

type ActionStatus = Improvement['status']

/** The statuses that an action passes after `open`, by its last status. */
const statusesTo: Readonly<Record<ActionStatus, readonly ActionStatus[]>> = {
  open: [],
  in_progress: ['in_progress'],
  done: ['in_progress', 'done'],
  verified: ['in_progress', 'done', 'verified'],
  cancelled: ['cancelled'],
}

/** Builds the events of an action: registered by its reviewer, moved by its owner, verified by a manager. */
function buildImprovementEvents(row: typeof improvements.$inferSelect, reviewer: string | null): DemoEvent[] {
  const event = createEventBuilder(row.id)
  const { title, description, owner, category, priority, createdAt, updatedAt } = row
  const source = { source_type: row.sourceType, source_ref: row.sourceRef }
  const fields = { title, description, ...source, owner, target_date: row.targetDate, category, priority }
  const passed = statusesTo[row.status]
  return [
    event(
      createdAt,
      findWriter(reviewer),
      improvementActions.create,
      listDifferences({}, { ...fields, status: 'open' }),
    ),
    ...passed.map((status, index) => {
      const by = status === 'verified' ? row.verifiedBy : status === 'cancelled' ? reviewer : owner
      const at = index === passed.length - 1 ? updatedAt : interpolateWorkday(row, (index + 1) / passed.length)
      const former = passed[index - 1] ?? 'open'
      return event(at, findWriter(by), moveTo(former, status), listDifferences({ status: former }, { status }))
    }),
  ]
}

/** Returns a time on a working day between the registration and the last write. */
function interpolateWorkday({ createdAt, updatedAt }: { createdAt: string; updatedAt: string }, part: number): string {
  const first = Date.parse(createdAt)
  const last = Date.parse(updatedAt)
  const day = getWorkdayOnOrBefore(first + (last - first) * part)
  return toIso(Math.min(last, Math.max(first, setTime(day, '11:25'))))
}

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
