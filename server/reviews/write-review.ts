import { eq, type SQL, sql } from 'drizzle-orm'
import type { Action } from '#lib/actions/action.ts'
import type { ReviewReturn } from '#lib/contracts/app/review-forms.ts'
import type { NotificationKind } from '#lib/contracts/app/values.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { markHandledRead } from '#server/notifications/commands.ts'
import { buildEvent, type EventRow, type FieldChanges, insertEvents } from '#server/platform/audit/record-event.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { reviews } from '#server/schema/reviews.ts'
import { findResponsible, hasWritten, type Part, recordParts } from './parts.ts'
import type { ReviewRow } from './queries.ts'
import { selectPossibleSigners } from './signers.ts'

/** Columns of a review to write, without the version and the time of the write, which are set with them. */
export type ReviewColumns = Partial<
  Omit<typeof reviews.$inferInsert, 'reference' | 'version' | 'updatedAt' | 'secondLookOn'>
> & { readonly secondLookOn?: SQL | null }

/** What a write adds to the history: the changes of the review, after entries of other records in the same act. */
type Recorded = { readonly changes: FieldChanges; readonly entries?: readonly EventRow[] }

/**
 * Writes a locked review as its next version, and `changes` to its history. To write another status, use `moveReview`.
 */
export async function writeReview(
  ctx: TxContext,
  before: ReviewRow,
  action: Action,
  { set, changes, entries = [] }: Recorded & { readonly set: ReviewColumns },
): Promise<ReviewRow> {
  const [after] = await ctx.db
    .update(reviews)
    .set({ ...set, version: before.version + 1, updatedAt: ctx.now.toISOString() })
    .where(eq(reviews.reference, before.reference))
    .returning()
  if (!after) throw new Error(`The review ${before.reference} was not written.`)
  await insertEvents(ctx, [...entries, buildEvent(ctx, action, { entityId: before.reference, changes })])
  await recordParts(ctx, await listWrittenParts(ctx, before, set))
  return after
}

/** Lists the parts that people take by writing these columns. */
async function listWrittenParts(
  { db, actor }: TxContext,
  before: ReviewRow,
  { status, reviewer, implementer, submittedBy, signedOffBy, setThroughApi, completedThrough }: ReviewColumns,
): Promise<(Part | null)[]> {
  const { changeNumber } = before
  const part = (kind: Part['kind'], person: string | null | undefined) =>
    person ? { changeNumber, kind, person } : null
  const own = actor.kind === 'account' && status !== before.status ? actor.email : null
  const isOfToken = actor.kind === 'token' && (setThroughApi || completedThrough === 'api')
  return [
    part('reviewed', reviewer === before.reviewer ? null : reviewer),
    part('stated', implementer),
    part('submitted', submittedBy === before.submittedBy ? null : submittedBy),
    part('submitted', status === 'awaiting_sign_off' ? own : null),
    part('completed', status === 'completed' && !signedOffBy ? own : null),
    part('issued_token', isOfToken ? await findResponsible(db, actor.id) : null),
  ]
}

/**
 * Sets the time of the last save of answers, and adds the actor to the writers if an answer changed: no writer may sign
 * the review off. The version of the review stays, because each step has its own.
 */
export async function touchReview(ctx: TxContext, review: TouchedReview, isChanged: boolean): Promise<void> {
  const { update, recordWriter } = buildTouch(ctx, review, isChanged)
  const [touched] = await update
  await recordWriter(touched?.isRecorded === true)
}

type TouchedReview = Pick<ReviewRow, 'reference' | 'changeNumber'>

/** Builds the update of `touchReview`, to be sent with other writes, and the function to call with its result. */
export function buildTouch(ctx: TxContext, { reference, changeNumber }: TouchedReview, isChanged: boolean) {
  const writer = ctx.actor.kind === 'account' && isChanged ? ctx.actor.email : null
  const update = ctx.db
    .update(reviews)
    .set({ updatedAt: ctx.now.toISOString(), writers: sql`${writer === null ? reviews.writers : addWriter(writer)}` })
    .where(eq(reviews.reference, reference))
    .returning({ isRecorded: hasWritten(changeNumber, writer ?? '').as('is_recorded') })
  const recordWriter = async (isRecorded: boolean) => {
    if (writer !== null && !isRecorded) await recordParts(ctx, [{ changeNumber, kind: 'wrote', person: writer }])
  }
  return { update, recordWriter }
}

function addWriter(email: string): SQL {
  const writer = sql`${email}::text`
  return sql`case when ${writer} = any(${reviews.writers}) then ${reviews.writers} else array_append(${reviews.writers}, ${writer}) end`
}

type ReviewerColumn = 'reviewer' | 'reviewerName'

/** Columns that a move writes, with the new status. A new reviewer needs a name too. */
export type Move = Omit<ReviewColumns, ReviewerColumn> &
  Pick<ReviewRow, 'status'> &
  (Pick<ReviewRow, ReviewerColumn> | { readonly [Key in ReviewerColumn]?: never })

/**
 * Writes a locked review, usually with another status. The history records the status, the person who submitted it, and
 * `more`, after `entries`.
 */
export async function moveReview(
  ctx: TxContext,
  before: ReviewRow,
  action: Action,
  move: Move,
  more: FieldChanges = {},
  entries: readonly EventRow[] = [],
): Promise<ReviewRow> {
  // The request of a waiver ends when the review is completed or restored.
  const endsRequest = move.status === 'completed' || before.status === 'waived'
  const { status, submittedBy = before.submittedBy, dueOn } = move
  const after = await writeReview(ctx, before, action, {
    set: { ...move, ...(endsRequest && { waiverRequest: null }) },
    changes: {
      ...(before.status !== status && { status: { from: before.status, to: status } }),
      ...(before.submittedBy !== submittedBy && { submitted_by: { from: before.submittedBy, to: submittedBy } }),
      ...(dueOn && { due_on: { from: before.dueOn, to: dueOn } }),
      ...more,
    },
    entries,
  })
  if (before.status === 'awaiting_sign_off' && after.status !== before.status) {
    await closeRequests(
      ctx,
      ['sign_off_requested', 'sign_off_reminder'],
      pagePaths.review(before.changeNumber, 'sign-off'),
    )
  }
  if (before.waiverRequest !== null && (after.waiverRequest === null || after.status === 'waived')) {
    await closeRequests(ctx, ['waiver_requested'], pagePaths.change(before.changeNumber))
  }
  return after
}

/** The status of a review that is open again: not started if nobody had started it. */
export const findWritableStatus = ({ startedAt }: ReviewRow) => (startedAt === null ? 'not_started' : 'in_progress')

/** Values of the columns that reopening clears. The writers stay, as their answers do. */
export const clearedByReopening = {
  secondLookOn: null,
  secondLookAskedAt: null,
  secondLook: null,
  submittedAt: null,
  submittedBy: null,
  signedOffAt: null,
  signedOffBy: null,
  completedAt: null,
  completedBy: null,
  completedThrough: null,
  setThroughApi: null,
  waivedAt: null,
  waivedBy: null,
  waiveReason: null,
  proposedOutcome: null,
  remindedAt: null,
}

/** Builds the note for the reviewer about who returned or reopened a review, when and why. */
export const buildReturn = (
  { now, actor }: Context,
  kind: ReviewReturn['kind'],
  reason: string,
  step?: ReviewReturn['step'],
): ReviewReturn => ({
  kind,
  at: now.toISOString(),
  by: actor.name,
  reason,
  ...(step && { step }),
})

/** Marks the requests to managers as read, once the review no longer waits for them. */
async function closeRequests(ctx: TxContext, kinds: readonly NotificationKind[], path: string): Promise<void> {
  await markHandledRead(ctx, { recipients: selectPossibleSigners(ctx.db), kinds, path })
}
