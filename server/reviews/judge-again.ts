import { inArray } from 'drizzle-orm'
import { reviewActions } from '#lib/actions/review-actions.ts'
import type { ReviewStatus } from '#lib/contracts/app/review-values.ts'
import { demandsSignOff } from '#lib/domain/counted-records.ts'
import { hasImplemented, whySignature } from '#lib/domain/four-eyes.ts'
import type { VersionedChange } from '#server/changes/queries.ts'
import { lockChange, writeReviewFields } from '#server/changes/write-review-fields.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import type { FieldChanges } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { listFormerRules } from '#server/policy/former-rules.ts'
import { getJudged } from '#server/policy/get-judged.ts'
import { judgedColumns } from '#server/policy/judged-changes.ts'
import { readRules } from '#server/policy/rules.ts'
import { accounts } from '#server/schema/access.ts'
import { listCountedIncidents } from './counted-incidents.ts'
import { type LockedReview, withHistory } from './finish-review.ts'
import { findReviewToFollow, submitThroughApi } from './follow-api-write.ts'
import { readHistory } from './history-of-changes.ts'
import { keepNeed } from './keep-need.ts'
import { moveReview, openAgain } from './move-review.ts'
import { cameClosed, openMarkedReview, policyActor } from './open-marked-review.ts'
import { judgedReview, type ReviewRow } from './queries.ts'
import { restoreReview } from './restore-review.ts'
import { markReopened } from './review-versions.ts'
import { listPossibleSigners, signersOf } from './signers.ts'

const reason = 'What was written since requires a sign-off.'
const isOwn = 'Whoever ended it turned out to be the implementer.'

/** Whether a write changed what decides whether a change needs a signature. */
export const isJudgedBy = (written: FieldChanges): boolean =>
  Object.keys(written).some((field) => field in judgedColumns)

/**
 * Judges the review of a change again after a write that says more about the change, which was just made. An open review
 * keeps the need of a sign-off. A review that ended without one is required again if the write shows that it needs one,
 * by the rules that were in force at its end; so is any that ended by somebody who turns out to be the implementer. A
 * change that a token marked as reviewed is judged like a completed review. A later rule does not reopen old reviews.
 * `unlinked` has the numbers of incidents that the write unlinked.
 */
export async function judgeAgain(
  ctx: Omit<TxContext, 'actor'>,
  changeNumber: string,
  unlinked?: readonly string[],
): Promise<void> {
  const within = { ...ctx, actor: policyActor }
  // As in the commands of a review, its row is locked before the change.
  const row = await findReviewToFollow(ctx.db, changeNumber)
  const change = await lockChange(ctx.db, changeNumber)
  if (row?.status === 'awaiting_sign_off') return
  if (change.pir_completed && row?.status !== 'completed') return judgeMarked(within, change, row)
  if (row === null) return
  await judgements[row.status]?.(within, await withHistory(ctx.db, row, change), unlinked)
}

type Judgement = (ctx: TxContext, locked: LockedReview, unlinked?: readonly string[]) => Promise<unknown>

/** What a write to the change does to its review in each status; nothing to one that waits for its sign-off. */
export const judgements: Partial<Record<ReviewStatus, Judgement>> = {
  not_started: keepNeed,
  in_progress: keepNeed,
  completed: judgeCompleted,
  waived: judgeWaived,
}

async function judgeCompleted(ctx: TxContext, locked: LockedReview, unlinked?: readonly string[]): Promise<void> {
  const { row, took } = locked
  if (row.completedAt === null) return
  const { isSigned, people } = await findEnders(ctx.db, locked, 'completed')
  if (people.some((person) => hasImplemented(person, took))) await awaitSignature(ctx, locked, isOwn)
  else if (!isSigned && (await needsSignatureNow(ctx.db, locked, row.completedAt, unlinked)))
    await awaitSignature(ctx, locked, reason)
}

async function judgeWaived(ctx: TxContext, locked: LockedReview, unlinked?: readonly string[]): Promise<void> {
  const { row, took } = locked
  if (row.waivedAt === null) return
  const { people } = await findEnders(ctx.db, locked, 'waived')
  if (people.some((person) => hasImplemented(person, took))) await restoreReview(ctx, row, isOwn, true)
  else if (!row.needsSignOff && (await needsSignatureNow(ctx.db, locked, row.waivedAt, unlinked)))
    await restoreReview(ctx, row, reason, true)
}

/** Who last completed or waived a review, and those who ever completed it without a signature. */
async function findEnders(tx: Transaction, { history, took }: LockedReview, status: 'completed' | 'waived') {
  const end = history.findLast(({ entity, changes }) => entity === 'review' && changes.status?.to === status)
  const isSigned = end !== undefined && 'signed_off_by' in end.changes
  const before = status === 'waived' || isSigned ? [] : took.parts.filter(({ kind }) => kind === 'completed')
  const emails = [end?.actorKind === 'account' ? end.person : null, ...before.map(({ person }) => person)]
  const known = emails.filter((email) => email !== null)
  const people = await tx
    .select({ email: accounts.email, name: accounts.name })
    .from(accounts)
    .where(inArray(accounts.email, known))
  return { isSigned, people }
}

/** A change that counts as reviewed by what a token wrote, and not by a review here. */
async function judgeMarked(ctx: TxContext, change: VersionedChange, row: ReviewRow | null): Promise<void> {
  const history =
    (await readHistory(ctx.db, [{ number: change.number, reference: row?.reference ?? null }])).get(change.number) ?? []
  const marking = history.findLast(({ entity, changes }) => entity === 'change' && changes.pir_completed?.to === true)
  if (!marking || cameClosed(change, history)) return
  // Who took part in a review elsewhere is not known here.
  const took = { parts: [], unresolved: [], unstated: [] }
  if (!(await needsSignatureNow(ctx.db, { change, took }, marking.at))) return
  await submitThroughApi(ctx, await withHistory(ctx.db, row ?? (await openMarkedReview(ctx, change)), change))
}

async function needsSignatureNow(
  tx: Transaction,
  { change, took }: Pick<LockedReview, 'change' | 'took'>,
  endedAt: string,
  unlinked?: readonly string[],
): Promise<boolean> {
  const rules = await readRules(tx)
  const inForce = [
    ...rules.filter(({ updated_at: at }) => at <= endedAt),
    ...(await listFormerRules(tx, rules, endedAt)),
  ]
  const [record, incidents] = [
    await getJudged(tx, change.number),
    await listCountedIncidents(tx, change.number, unlinked),
  ]
  const now = demandsSignOff([{ ...record, state: change.state, incidents }], inForce)
  const policy = { now, byFormerRecord: false, byFormerRules: false, before: false }
  return whySignature({ took, reviewer: null, person: null, policy }) !== null
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
