import { asc, eq } from 'drizzle-orm'
import { improvementActions, moveTo } from '#lib/actions/improvement-actions.ts'
import { decisionActions } from '#lib/actions/policy-actions.ts'
import { articleActions } from '#lib/actions/record-actions.ts'
import { reviewActions } from '#lib/actions/review-actions.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { describeReason } from '#lib/domain/policy/change-words.ts'
import { listDifferences } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { articles } from '#server/schema/articles.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { improvements } from '#server/schema/improvements.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { reviews, reviewVersions } from '#server/schema/reviews.ts'
import { minutesToSignOff } from './build-reviews.ts'
import { addMinutes, setWorkday, toIso } from './calendar.ts'
import { getEmail } from './catalogue.ts'
import { buildChangeEvents, createEventBuilder, type DemoEvent, findWriter } from './change-events.ts'
import { insert, type Seeding } from './seeding.ts'

type Review = typeof reviews.$inferSelect
type Version = typeof reviewVersions.$inferSelect

/** The policy as the writer. */
const policyWriter = { actorKind: 'system', actorId: 'decide-reviews', actorName: 'Hindsight' } as const

const describeReasons = ({ reasons }: Pick<Review, 'reasons'>) => reasons.map(describeReason)
const diffStatus = (from: Review['status'], to: Review['status']) => listDifferences({ status: from }, { status: to })

/**
 * Builds the events of a review: opened by the policy or its reviewer, started, submitted, completed in each version
 * and reopened.
 */
function buildReviewEvents(review: Review, versions: readonly Version[]): DemoEvent[] {
  const event = createEventBuilder(review.reference)
  const reviewer = findWriter(review.reviewer)
  const { changeNumber: change_number, createdAt, startedAt, submittedAt, dueOn: due_on } = review
  const reasons = describeReasons(review)
  const fields = { change_number, reviewer: review.reviewer }
  const submission = {
    ...diffStatus('in_progress', 'awaiting_sign_off'),
    submitted_by: { from: null, to: review.reviewer },
  }
  const completed = versions.flatMap((version, index) => {
    const { completedAt, signedOffBy, outcome, reopenedAt, reopenReason } = version
    const writer = signedOffBy === null ? reviewer : findWriter(getEmail(signedOffBy))
    const submitted = toIso(addMinutes(Date.parse(completedAt), -minutesToSignOff))
    const completion = {
      ...diffStatus(signedOffBy === null ? 'in_progress' : 'awaiting_sign_off', 'completed'),
      pir_outcome: { from: versions[index - 1]?.outcome ?? null, to: outcome },
      ...(signedOffBy !== null && { signed_off_by: { from: null, to: signedOffBy } }),
    }
    const reopening = {
      ...diffStatus('completed', 'in_progress'),
      ...(signedOffBy !== null && { submitted_by: { from: review.reviewer, to: null } }),
      reopen_reason: { from: null, to: reopenReason },
    }
    return [
      ...(signedOffBy === null ? [] : [event(submitted, reviewer, reviewActions.submitted, submission)]),
      event(completedAt, writer, reviewActions[signedOffBy === null ? 'completed' : 'signed_off'], completion),
      ...(reopenedAt ? [event(reopenedAt, writer, reviewActions.reopened, reopening)] : []),
    ]
  })
  const opened =
    reasons.length === 0
      ? [event(createdAt, reviewer, reviewActions.started, listDifferences({}, fields))]
      : [
          event(
            createdAt,
            policyWriter,
            reviewActions.create,
            listDifferences({}, { ...fields, status: 'not_started', due_on, reasons }),
          ),
          ...(startedAt
            ? [event(startedAt, reviewer, reviewActions.begun, diffStatus('not_started', 'in_progress'))]
            : []),
        ]
  const isWaiting = review.status === 'awaiting_sign_off' && submittedAt !== null
  const submitted = isWaiting ? [event(submittedAt, reviewer, reviewActions.submitted, submission)] : []
  return [...opened, ...completed, ...submitted]
}

/** Builds the event of a lesson's publication by its reviewer. */
function buildArticleEvent(row: typeof articles.$inferSelect, reviewer: string | null): DemoEvent {
  const { content, category, subcategory, polarity, tags, technologies, created, author } = row
  const source = { source_change: row.sourceChange, article_type: row.articleType, source_pir: row.sourcePir }
  const metadata = { ...source, category, subcategory, polarity, tags, technologies, created, author }
  const written = listDifferences({}, { content, metadata })
  return createEventBuilder(row.id)(row.createdAt, findWriter(reviewer), articleActions.create, written)
}

/** Builds the event of a decision of the policy. */
function buildPolicyEvent(row: typeof policyDecisions.$inferSelect): DemoEvent {
  const { isOwed: is_owed, isSampled: is_sampled, dueOn: due_on, assignee, assignedThrough: assigned_through } = row
  const decision = { is_owed, is_sampled, reasons: describeReasons(row), due_on, assignee, assigned_through }
  const decided = listDifferences({}, decision)
  return createEventBuilder(row.changeNumber)(row.decidedAt, policyWriter, decisionActions.create, decided)
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
  const { title, description, owner, category, priority, createdAt, updatedAt, targetDate: target_date } = row
  const source = { source_type: row.sourceType, source_ref: row.sourceRef }
  const fields = { title, description, ...source, owner, target_date, category, priority, status: 'open' }
  const moved = statusesTo[row.status].map((status, index, passed) => {
    const by = status === 'verified' ? row.verifiedBy : status === 'cancelled' ? reviewer : owner
    const at = index === passed.length - 1 ? updatedAt : interpolateWorkday(row, (index + 1) / passed.length)
    const former = passed[index - 1] ?? 'open'
    return event(at, findWriter(by), moveTo(former, status), listDifferences({ status: former }, { status }))
  })
  return [event(createdAt, findWriter(reviewer), improvementActions.create, listDifferences({}, fields)), ...moved]
}

/** Returns a time on a working day between the registration and the last write. */
function interpolateWorkday({ createdAt, updatedAt }: { createdAt: string; updatedAt: string }, part: number): string {
  const first = Date.parse(createdAt)
  const last = Date.parse(updatedAt)
  return toIso(Math.min(last, Math.max(first, setWorkday(first + (last - first) * part, 0, '11:25'))))
}

/**
 * Writes the history of the inserted demo records, derived from the rows: the people who recorded, moved, reviewed and
 * followed them up until now.
 */
export async function seedHistory({ tx, now }: Seeding): Promise<void> {
  const events = (await listEvents(tx)).filter(({ at }) => at <= now.toISOString())
  const rows = events
    .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
    .map((event, index) => {
      const number = String(index + 1).padStart(5, '0')
      return { id: `evt_demo_${number}`, requestId: `demo-history-${number}`, ...event }
    })
  await insert(tx, auditEvents, rows)
}

async function listEvents(tx: Transaction): Promise<DemoEvent[]> {
  const changeRows = await tx.select().from(changes).where(eq(changes.origin, 'demo')).orderBy(changes.number)
  const decisions = await tx.select().from(policyDecisions).where(eq(policyDecisions.origin, 'demo'))
  const reviewRows = await tx.select().from(reviews).where(eq(reviews.origin, 'demo')).orderBy(reviews.reference)
  const versionRows = await tx.select().from(reviewVersions).orderBy(asc(reviewVersions.number))
  const actions = await tx.select().from(improvements).where(eq(improvements.origin, 'demo')).orderBy(improvements.id)
  const articleRows = await tx.select().from(articles).where(eq(articles.origin, 'demo')).orderBy(articles.id)
  const versions = Map.groupBy(versionRows, ({ reference }) => reference)
  const reviewers = new Map(reviewRows.map(({ reference, reviewer }) => [reference, reviewer]))
  const findReviewer = (reference: string | null) => reviewers.get(reference ?? '') ?? null
  return [
    ...changeRows.flatMap((row) => buildChangeEvents(row, findReviewer(row.pirReference))),
    ...decisions.map(buildPolicyEvent),
    ...reviewRows.flatMap((row) => buildReviewEvents(row, versions.get(row.reference) ?? [])),
    ...actions.flatMap((row) => buildImprovementEvents(row, findReviewer(row.sourceRef))),
    ...articleRows.map((row) => buildArticleEvent(row, findReviewer(row.sourcePir))),
  ]
}
