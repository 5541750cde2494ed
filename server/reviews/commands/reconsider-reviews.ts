import { sql } from 'drizzle-orm'
import { reviewActions } from '#lib/actions/review-actions.ts'
import { isClosedReview, type ReviewStatus } from '#lib/contracts/app/review-values.ts'
import type { Participation } from '#lib/contracts/app/reviews.ts'
import { hasImplemented, hasListed, whySignOffRequired } from '#lib/domain/four-eyes/four-eyes.ts'
import { findPeople, type PersonWithAccount } from '#server/people/resolve-people.ts'
import type { FieldChanges } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { policyInputColumns } from '#server/policy/policy-input.ts'
import { type RuleVersion, readRuleVersions } from '#server/policy/rules.ts'
import {
  evaluateAtEnd,
  evaluateReview,
  type PolicyFacts,
  readPolicyFacts,
} from '#server/reviews/four-eyes/evaluate-review.ts'
import { type HistoryEntry, readHistory } from '#server/reviews/four-eyes/history-of-changes.ts'
import {
  type ChangeWithReview,
  type LockedReview,
  loadLockedReview,
  loadLockedReviews,
  lockChangesWithReviews,
} from '#server/reviews/locked-review.ts'
import { resolveAllParticipants } from '#server/reviews/parts.ts'
import { openMarkedReview, policyActor, readMarks } from '#server/reviews/policy/open-marked-review.ts'
import { buildForms, type ReviewRow } from '#server/reviews/queries.ts'
import { storeSignOffRequirement } from '#server/reviews/requirement.ts'
import { listSigners } from '#server/reviews/signers.ts'
import { markReopened } from '#server/reviews/versions.ts'
import { clearedByReopening } from '#server/reviews/write-review.ts'
import { changes } from '#server/schema/changes.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { restoreReview } from './restore.ts'
import { submitThroughApi } from './submit.ts'
import { createMove } from './transition.ts'

const requiredSince = 'What was written since requires a sign-off.'
const endedByImplementer = 'The person who ended it turned out to be the implementer.'

/** Fields of an incident that the policy reads. */
export const policyIncidentFields: readonly string[] = ['related_change', 'caused_by_change', 'priority_level']

/** True if a write changed a field that the policy reads, or reopened a closed record. */
export const isPolicyInputChanged = (changed: FieldChanges): boolean =>
  Object.keys(changed).some((field) => field in policyInputColumns) || changed.state?.from === 'closed'

/** Number of changes that are locked and reconsidered together. */
const batchSize = 500

/**
 * Reconsiders the reviews of changes after a write to the input of the policy in the same transaction. An open review
 * that now requires a sign-off stores that. A review that ended without a sign-off is required again if the write shows
 * that it needs one, by the rules that were in force at its end; so is any review that its implementer ended. A change
 * that a token marked as reviewed is treated like a completed review, even if it has an open one. A later rule does not
 * reopen old reviews.
 */
export async function reconsiderReviews(ctx: Omit<TxContext, 'actor'>, numbers: readonly string[]): Promise<void> {
  const asPolicy = { ...ctx, actor: policyActor }
  const sorted = [...new Set(numbers)].toSorted()
  for (let start = 0; start < sorted.length; start += batchSize) {
    await reconsiderBatch(asPolicy, sorted.slice(start, start + batchSize))
  }
}

async function reconsiderBatch(ctx: TxContext, numbers: readonly string[]): Promise<void> {
  const locked = (await lockChangesWithReviews(ctx.db, numbers)).filter(
    ({ row, change }) => row?.status !== 'awaiting_sign_off' && (row !== null || change.pir_completed),
  )
  await awaitDecisions(ctx.db, numbers)
  if (locked.length === 0) return
  const policyFacts = await readPolicyFacts(
    ctx.db,
    locked.map(({ change }) => change.number),
  )
  const versions = await readRuleVersions(ctx.db)
  const marked = locked.filter(({ row, change }) => change.pir_completed && row?.status !== 'completed')
  const submitted = await reconsiderMarked(ctx, marked, policyFacts, versions)
  const pairs = locked.flatMap(({ row, change }) => (row && !submitted.has(change.number) ? [{ row, change }] : []))
  const lockedReviews = await loadLockedReviews(ctx.db, pairs)
  const ended = lockedReviews.filter(({ row }) => isClosedReview(row.status))
  const histories = await readHistory(
    ctx.db,
    ended.map(({ row }) => ({ number: row.changeNumber, reference: row.reference })),
  )
  const recorded = new Map(ended.map(({ row, participation }) => [row.reference, participation]))
  const resolved = await resolveAllParticipants(ctx.db, recorded)
  const reviews = lockedReviews.map((one) => {
    const participation = resolved.get(one.row.reference) ?? one.participation
    const end = findEnd(one.row, participation, histories.get(one.row.changeNumber) ?? [])
    return { ...one, participation, ...end }
  })
  const people = await findPeople(
    ctx.db,
    reviews.flatMap(({ emails }) => emails),
  )
  for (const { emails, ...review } of reviews) {
    const policy = policyFacts.get(review.change.number)
    const enders = emails.flatMap((email) => people.get(email) ?? [])
    if (policy) await reconsiderations[review.row.status]?.(ctx, { ...review, policy, versions, enders })
  }
}

/** Lets the policy look again at changes that owed no review: it does not look at closed ones by itself. */
const awaitDecisions = (tx: Transaction, numbers: readonly string[]) =>
  tx
    .update(changes)
    .set({ awaitsDecision: true })
    .from(policyDecisions)
    .where(sql`${changes.number} = any(${sql.param([...numbers])}::text[])
      and ${policyDecisions.changeNumber} = ${changes.number} and not ${policyDecisions.isOwed}`)

/** A review with data that is read for a batch of reviews together. */
type ReconsideredReview = LockedReview & {
  readonly policy: PolicyFacts
  readonly versions: readonly RuleVersion[]
  /** True if its last end was a sign-off, and the people who ended it, without those who have no account. */
  readonly isSignedOff: boolean
  readonly enders: readonly PersonWithAccount[]
}
type Reconsideration = (ctx: TxContext, facts: ReconsideredReview) => Promise<unknown>

const reconsiderOpen: Reconsideration = (ctx, { policy, versions, ...locked }) => {
  const { row, change, steps } = locked
  // What former records required was stored when they were written.
  const review = { row, change, forms: buildForms(change, steps), history: [] }
  return storeSignOffRequirement(ctx, locked, evaluateReview(review, policy, versions))
}

/** Reconsiderations by the status of a review. A review that waits for its sign-off needs none. */
export const reconsiderations: Partial<Record<ReviewStatus, Reconsideration>> = {
  not_started: reconsiderOpen,
  in_progress: reconsiderOpen,
  completed: reconsiderCompleted,
  waived: reconsiderWaived,
}

async function reconsiderCompleted(ctx: TxContext, facts: ReconsideredReview): Promise<void> {
  const { row, participation, isSignedOff, enders } = facts
  if (row.completedAt === null) return
  if (enders.some((person) => hasImplemented(person, participation)))
    await requireSignOff(ctx, facts, endedByImplementer)
  else if (!isSignedOff && [null, ...enders].some((person) => isSignOffRequiredAtEnd(facts, row.completedAt, person)))
    await requireSignOff(ctx, facts, requiredSince)
}

async function reconsiderWaived(ctx: TxContext, facts: ReconsideredReview): Promise<void> {
  const { row, participation, enders } = facts
  if (row.waivedAt === null) return
  if (enders.some((person) => hasImplemented(person, participation)))
    await restoreReview(ctx, facts, { reason: endedByImplementer, needsSignOff: true })
  else if (
    enders.some((person) => hasListed(person, participation)) ||
    (!row.needsSignOff && isSignOffRequiredAtEnd(facts, row.waivedAt, null))
  )
    await restoreReview(ctx, facts, { reason: requiredSince, needsSignOff: true })
}

/**
 * Finds the last end of a closed review: whether it was a sign-off, and the e-mail addresses of the people who ended
 * it, requested that, or ever completed it without a sign-off. `history` is empty for an open one.
 */
function findEnd({ status }: ReviewRow, participation: Participation, history: readonly HistoryEntry[]) {
  const end = history.findLast(({ entity, changes }) => entity === 'review' && changes.status?.to === status)
  const isSignedOff = end !== undefined && 'signed_off_by' in end.changes
  const isUnsigned = status === 'completed' && !isSignedOff
  const before = isUnsigned ? participation.parts.filter(({ kind }) => kind === 'completed') : []
  const requester = end?.changes.waiver_requested_by?.from
  const emails = [end?.actorKind === 'account' ? end.person : null, requester, ...before.map(({ person }) => person)]
  return { isSignedOff, emails: emails.filter((email) => typeof email === 'string') }
}

/** True if a review that ended requires a sign-off by the current records, or by the part of `person` in the change. */
function isSignOffRequiredAtEnd(
  facts: Pick<ReconsideredReview, 'change' | 'participation' | 'policy' | 'versions'>,
  endedAt: string | null,
  person: PersonWithAccount | null,
): boolean {
  const isRequired = evaluateAtEnd(facts.change, facts.policy, facts.versions, endedAt ?? '')
  return whySignOffRequired({ participation: facts.participation, reviewer: null, person, isRequired }) !== null
}

/**
 * Reconsiders changes that count as reviewed by the write of a token, and not by a completed review. Returns the
 * numbers of the changes whose reviews now wait for a sign-off.
 */
async function reconsiderMarked(
  ctx: TxContext,
  marked: readonly ChangeWithReview[],
  policyFacts: ReadonlyMap<string, PolicyFacts>,
  versions: readonly RuleVersion[],
): Promise<ReadonlySet<string>> {
  const submitted = new Set<string>()
  const marks = await readMarks(ctx.db, marked)
  for (const { row, change } of marked) {
    const mark = marks.get(change.number)
    const policy = policyFacts.get(change.number)
    if (!mark || !policy) continue
    if (!isSignOffRequiredAtEnd({ change, participation: mark.participation, policy, versions }, mark.at, mark.person))
      continue
    const review = row ?? (await openMarkedReview(ctx, change))
    await submitThroughApi(ctx, await loadLockedReview(ctx.db, review, change))
    submitted.add(change.number)
  }
  return submitted
}

/** Returns a completed review to wait for a sign-off, since its completion without one no longer holds. */
const requireSignOff = createMove<string>({
  action: reviewActions.recalled,
  async write(ctx, { row, change: { pir_outcome, pir_reference, pir_date } }, _, reason) {
    await markReopened(ctx, row, reason)
    const at = ctx.now.toISOString()
    const isThroughApi = row.completedThrough === 'api'
    return {
      move: {
        ...clearedByReopening,
        status: 'awaiting_sign_off',
        needsSignOff: true,
        submittedAt: at,
        submittedBy: isThroughApi ? null : row.reviewer,
        setThroughApi: isThroughApi
          ? { at, by: row.completedBy ?? ctx.actor.name, pir_outcome, pir_reference, pir_date }
          : null,
      },
      auditChanges: { reopen_reason: { from: null, to: reason } },
      pirFields: { pir_completed: isThroughApi },
    }
  },
  notices: async (facts, reason, { ctx, review }) =>
    reviewActions.recalled.notifies({ ...facts, signers: await listSigners(ctx.db, review), reason }),
})
