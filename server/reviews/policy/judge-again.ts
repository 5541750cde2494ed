import { reviewActions } from '#lib/actions/review-actions.ts'
import type { ReviewStatus } from '#lib/contracts/app/review-values.ts'
import { hasImplemented, hasListed, whySignature } from '#lib/domain/four-eyes/four-eyes.ts'
import { writeReviewFields } from '#server/changes/write-review-fields.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import type { FieldChanges } from '#server/platform/audit/record-event.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { judgedColumns } from '#server/policy/judged-changes.ts'
import { type RuleVersion, readRuleVersions } from '#server/policy/rules.ts'
import { demandAtEnd, demandOf, type JudgedFacts, readFacts } from '#server/reviews/four-eyes/policy-demand.ts'
import { listPossibleSigners, signersOf } from '#server/reviews/four-eyes/signers.ts'
import { findPeople, type KnownPerson } from '#server/reviews/four-eyes/who-took-part.ts'
import { type LockedReview, withHistories, withHistory } from '#server/reviews/record/finish-review.ts'
import { moveReview, openAgain } from '#server/reviews/record/move-review.ts'
import { formsIn, judgedReview } from '#server/reviews/record/queries.ts'
import { restoreReview } from '#server/reviews/record/restore-review.ts'
import { lockAllReviewed, type Reviewed } from '#server/reviews/record/review-lock.ts'
import { markReopened } from '#server/reviews/record/review-versions.ts'
import { keepNeed } from './keep-need.ts'
import { openMarkedReview, policyActor, readMarks } from './open-marked-review.ts'
import { submitThroughApi } from './submit-through-api.ts'

const reason = 'What was written since requires a sign-off.'
const isOwn = 'The person who ended it turned out to be the implementer.'

/** The fields of an incident that decide whether a change needs a signature. */
export const judgedOfIncident: readonly string[] = ['related_change', 'caused_by_change', 'priority_level']

/** Whether a write changed what decides whether a change needs a signature, or opened a record of the past again. */
export const isJudgedBy = (written: FieldChanges): boolean =>
  Object.keys(written).some((field) => field in judgedColumns) || written.state?.from === 'closed'

/** Changes that are locked and judged together. */
const batchSize = 500

/**
 * Judges the reviews of changes again after a write that says more about them, which was just made. An open review keeps
 * the need of a sign-off. A review that ended without one is required again if the write shows that it needs one, by the
 * rules that were in force at its end; so is any that ended by somebody who turns out to be the implementer. A change
 * that a token marked as reviewed is judged like a completed review, besides a review that it has. A later rule does not reopen old reviews.
 */
export async function judgeAgain(ctx: Omit<TxContext, 'actor'>, numbers: readonly string[]): Promise<void> {
  const within = { ...ctx, actor: policyActor }
  const sorted = [...new Set(numbers)].sort()
  for (let start = 0; start < sorted.length; start += batchSize) {
    await judgeBatch(within, sorted.slice(start, start + batchSize))
  }
}

async function judgeBatch(ctx: TxContext, numbers: readonly string[]): Promise<void> {
  const found = (await lockAllReviewed(ctx.db, numbers)).filter(
    ({ row, change }) => row?.status !== 'awaiting_sign_off' && (row !== null || change.pir_completed),
  )
  if (found.length === 0) return
  const facts = await readFacts(
    ctx.db,
    found.map(({ change }) => change.number),
  )
  const versions = await readRuleVersions(ctx.db)
  const marked = found.filter(({ row, change }) => change.pir_completed && row?.status !== 'completed')
  const submitted = await judgeMarked(ctx, marked, facts, versions)
  const pairs = found.flatMap(({ row, change }) => (row && !submitted.has(change.number) ? [{ row, change }] : []))
  const reviewed = await withHistories(ctx.db, pairs)
  const people = await findEnders(ctx.db, reviewed)
  for (const locked of reviewed) {
    const known = facts.get(locked.change.number)
    if (known) await judgements[locked.row.status]?.(ctx, { ...locked, facts: known, versions, people })
  }
}

/** What a judgement reads, all of it read for a batch of reviews at once. */
type Known = LockedReview & {
  readonly facts: JudgedFacts
  readonly versions: readonly RuleVersion[]
  /** The people who ended reviews, by their addresses. */
  readonly people: ReadonlyMap<string, KnownPerson>
}
type Judgement = (ctx: TxContext, known: Known) => Promise<unknown>

const keepOpen: Judgement = (ctx, { facts, versions, ...locked }) => {
  const { row, change, steps, history } = locked
  const { policy } = demandOf({ row, change, forms: formsIn(change, steps), history }, facts, versions)
  return keepNeed(ctx, locked, policy)
}

/** What a write to the change does to its review in each status; nothing to one that waits for its sign-off. */
export const judgements: Partial<Record<ReviewStatus, Judgement>> = {
  not_started: keepOpen,
  in_progress: keepOpen,
  completed: judgeCompleted,
  waived: judgeWaived,
}

async function judgeCompleted(ctx: TxContext, known: Known): Promise<void> {
  const { row, took } = known
  if (row.completedAt === null) return
  const { isSigned, emails } = endOf(known, 'completed')
  const enders = emails.flatMap((email) => known.people.get(email) ?? [])
  if (enders.some((person) => hasImplemented(person, took))) await awaitSignature(ctx, known, isOwn)
  else if (!isSigned && [null, ...enders].some((person) => needsSignature(known, row.completedAt, person)))
    await awaitSignature(ctx, known, reason)
}

async function judgeWaived(ctx: TxContext, known: Known): Promise<void> {
  const { row, took } = known
  if (row.waivedAt === null) return
  const { emails } = endOf(known, 'waived')
  const enders = emails.flatMap((email) => known.people.get(email) ?? [])
  if (enders.some((person) => hasImplemented(person, took))) await restoreReview(ctx, row, isOwn, true)
  else if (
    enders.some((person) => hasListed(person, took)) ||
    (!row.needsSignOff && needsSignature(known, row.waivedAt, null))
  )
    await restoreReview(ctx, row, reason, true)
}

type Ended = Pick<LockedReview, 'history' | 'took'>

/** Whether a review was signed at its last end, and who ended it or requested that, or ever completed it without a signature. */
function endOf({ history, took }: Ended, status: 'completed' | 'waived') {
  const end = history.findLast(({ entity, changes }) => entity === 'review' && changes.status?.to === status)
  const isSigned = end !== undefined && 'signed_off_by' in end.changes
  const before = status === 'waived' || isSigned ? [] : took.parts.filter(({ kind }) => kind === 'completed')
  const requester = end?.changes.waiver_requested_by?.from
  const emails = [end?.actorKind === 'account' ? end.person : null, requester, ...before.map(({ person }) => person)]
  return { isSigned, emails: emails.filter((email) => typeof email === 'string') }
}

function findEnders(db: Queryable, reviewed: readonly LockedReview[]): Promise<ReadonlyMap<string, KnownPerson>> {
  const emails = reviewed.flatMap((locked) =>
    (['completed', 'waived'] as const).flatMap((status) =>
      locked.row.status === status ? endOf(locked, status).emails : [],
    ),
  )
  return findPeople(db, emails)
}

/** Whether a review that ended needs a signature by what is known now, also for what `person` is to the change. */
function needsSignature(
  { change, took, facts, versions }: Pick<Known, 'change' | 'took' | 'facts' | 'versions'>,
  endedAt: string | null,
  person: KnownPerson | null,
): boolean {
  const policy = demandAtEnd(change, facts, versions, endedAt ?? '')
  return whySignature({ took, reviewer: null, person, policy }) !== null
}

/**
 * Judges changes that count as reviewed by what a token wrote, and not by a review here. Returns the numbers of those
 * that wait for a sign-off since.
 */
async function judgeMarked(
  ctx: TxContext,
  marked: readonly Reviewed[],
  facts: ReadonlyMap<string, JudgedFacts>,
  versions: readonly RuleVersion[],
): Promise<ReadonlySet<string>> {
  const submitted = new Set<string>()
  const marks = await readMarks(ctx.db, marked)
  for (const { row, change } of marked) {
    const [mark, known] = [marks.get(change.number), facts.get(change.number)]
    if (!mark || !known) continue
    if (!needsSignature({ change, took: mark.took, facts: known, versions }, mark.at, mark.person)) continue
    await submitThroughApi(ctx, await withHistory(ctx.db, row ?? (await openMarkedReview(ctx, change)), change))
    submitted.add(change.number)
  }
  return submitted
}

async function awaitSignature(ctx: TxContext, { row, change, steps }: LockedReview, why: string): Promise<void> {
  const at = ctx.now.toISOString()
  const { pir_outcome, pir_reference, pir_date } = change
  const isThroughApi = row.completedThrough === 'api'
  await markReopened(ctx, row, why)
  const written = await writeReviewFields(ctx, change, { pir_completed: isThroughApi })
  const moved = await moveReview(
    ctx,
    row,
    reviewActions.recalled,
    {
      ...openAgain,
      status: 'awaiting_sign_off',
      needsSignOff: true,
      submittedAt: at,
      submittedBy: isThroughApi ? null : row.reviewer,
      setThroughApi: isThroughApi
        ? { at, by: row.completedBy ?? ctx.actor.name, pir_outcome, pir_reference, pir_date }
        : null,
    },
    { reopen_reason: { from: null, to: why } },
  )
  const review = await judgedReview(ctx.db, moved, written, steps)
  const signers = signersOf(await listPossibleSigners(ctx.db), review)
  await notifyAll(ctx, reviewActions.recalled.notifies({ review: row, change, signers, reason: why }))
}
