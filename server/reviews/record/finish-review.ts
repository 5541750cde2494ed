import { and, asc, count, inArray, ne } from 'drizzle-orm'
import type { Review, TookPart } from '#lib/contracts/app/reviews.ts'
import type { ReviewOutcome } from '#lib/contracts/changes.ts'
import type { PolicyDemand } from '#lib/domain/four-eyes/four-eyes.ts'
import { whySignOff } from '#lib/domain/four-eyes/review-sign-off.ts'
import { gatherEvidence } from '#lib/domain/review/outcome-evidence.ts'
import { proposeOutcome } from '#lib/domain/review/review-outcome.ts'
import { reviewProgress, type StepProgress } from '#lib/domain/review/review-progress.ts'
import type { VersionedChange } from '#server/changes/queries.ts'
import { lockChange } from '#server/changes/write-review-fields.ts'
import { listUrgentNear } from '#server/incidents/caused-incidents.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { type Entry, readHistory } from '#server/reviews/four-eyes/history-of-changes.ts'
import { judgeDemand } from '#server/reviews/four-eyes/policy-demand.ts'
import { takeParts } from '#server/reviews/four-eyes/who-took-part.ts'
import { incidents } from '#server/schema/changes.ts'
import { improvements } from '#server/schema/improvements.ts'
import { formsIn, listStepsOf, presentReview, type ReviewRow, type StepRow } from './queries.ts'

/** A review with the records that its completion reads or writes; review and change are locked. */
export type LockedReview = {
  readonly row: ReviewRow
  readonly change: VersionedChange
  readonly steps: readonly StepRow[]
  /** The history of change and review, oldest first. */
  readonly history: readonly Entry[]
  /** Who took part by the history. */
  readonly took: TookPart
}

/** The change, the forms and the history of a review that is already locked. */
export async function lockWithChange(tx: Transaction, row: ReviewRow): Promise<LockedReview> {
  return withHistory(tx, row, await lockChange(tx, row.changeNumber))
}

/** The forms and the history of a review and a change that are already locked. */
export async function withHistory(tx: Transaction, row: ReviewRow, change: VersionedChange): Promise<LockedReview> {
  const [locked] = await withHistories(tx, [{ row, change }])
  if (!locked) throw new Error('No review was asked for.')
  return locked
}

/** The forms and histories of many reviews and changes that are already locked. */
export async function withHistories(
  tx: Transaction,
  pairs: readonly Pick<LockedReview, 'row' | 'change'>[],
): Promise<LockedReview[]> {
  const histories = await readHistory(
    tx,
    pairs.map(({ row: { reference }, change: { number } }) => ({ number, reference })),
  )
  const known = pairs.map(({ row: { reference }, change: { number, assigned_to } }) => ({
    change: { number, reference, assigned_to },
    history: histories.get(number) ?? [],
  }))
  const took = await takeParts(tx, known)
  const steps = await listStepsOf(
    tx,
    pairs.map(({ row }) => row.reference),
  )
  return pairs.flatMap(({ row, change }, index) => {
    const [parts, history] = [took[index], known[index]?.history]
    return parts && history ? [{ row, change, steps: steps.get(row.reference) ?? [], history, took: parts }] : []
  })
}

/** The locked review in the shape of the contract. */
export const presentLocked = ({ row, change, steps, took }: LockedReview): Review =>
  presentReview(row, change, steps, took)

/** Whether the review needs a sign-off, no matter who completes it. */
export async function needsSignOff(tx: Transaction, locked: LockedReview): Promise<boolean> {
  const { row, change, steps, history } = locked
  const { policy } = await judgeDemand(tx, { row, change, forms: formsIn(change, steps), history })
  return whySignOff({ review: presentLocked(locked), person: null }, policy) !== null
}

/** Why the actor may not complete the review without a sign-off; null if they may. */
export function signOffReason({ actor }: Context, locked: LockedReview, policy: PolicyDemand): string | null {
  if (actor.kind !== 'account') throw new AppError('forbidden', 'Only a signed-in person can complete a review.')
  return whySignOff({ review: presentLocked(locked), person: actor }, policy)
}

/** What each step of reviews lacks, by their references. */
export async function readProgress(
  db: Queryable,
  held: readonly Pick<LockedReview, 'row' | 'change' | 'steps'>[],
): Promise<ReadonlyMap<string, readonly StepProgress[]>> {
  const numbers = held.map(({ change }) => change.number)
  const linked = await db
    .select({ change: incidents.relatedChange, number: incidents.number })
    .from(incidents)
    .where(inArray(incidents.relatedChange, numbers))
    .orderBy(asc(incidents.number))
  const actions = await db
    .select({ reference: improvements.sourceRef, total: count() })
    .from(improvements)
    .where(
      and(
        inArray(
          improvements.sourceRef,
          held.map(({ row }) => row.reference),
        ),
        ne(improvements.status, 'cancelled'),
      ),
    )
    .groupBy(improvements.sourceRef)
  const urgent = await listUrgentNear(db, numbers)
  return new Map(
    held.map(({ row, change, steps }) => [
      row.reference,
      reviewProgress({
        change,
        forms: formsIn(change, steps),
        improvementCount: actions.find(({ reference }) => reference === row.reference)?.total ?? 0,
        linkedIncidents: linked.flatMap((one) => (one.change === change.number ? one.number : [])),
        urgentIncidents: urgent.get(change.number) ?? [],
        review: { status: row.status, needs_sign_off: row.needsSignOff },
      }),
    ]),
  )
}

/** The chosen outcome of a complete review. Throws `conflict` with one detail for each missing part. */
export async function assertComplete(tx: Transaction, locked: LockedReview): Promise<ReviewOutcome> {
  const { row, change, steps } = locked
  const progress = (await readProgress(tx, [locked])).get(row.reference) ?? []
  const details = progress
    .filter(({ step }) => step !== 'sign_off')
    .flatMap(({ step, missing }) =>
      missing.map(({ field, text }) => ({ field: `${step}.${field}`, in: 'body' as const, issue: text })),
    )
  const { outcome } = formsIn(change, steps).outcome
  if (details.length === 0 && outcome !== null) return outcome
  const things = details.length === 1 ? 'one thing is' : `${details.length} things are`
  throw new AppError('conflict', `The review cannot be completed: ${things} missing.`, { details })
}

/** Whether a token submitted the review, which then has the outcome that the token wrote, and needs no answers. */
const isThroughApi = ({ setThroughApi, submittedBy }: ReviewRow) => setThroughApi !== null && submittedBy === null

/** The outcome of a submitted review. Throws `conflict` when something is missing. */
export async function submittedOutcome(tx: Transaction, locked: LockedReview): Promise<ReviewOutcome> {
  if (!isThroughApi(locked.row)) return assertComplete(tx, locked)
  const { pir_outcome: outcome } = locked.change
  if (outcome !== null) return outcome
  throw new AppError('conflict', 'The API set no outcome: send the review back, or set pir_outcome first.')
}

type Completion = {
  readonly outcome: ReviewOutcome
  /** Date of the review; null for today (UTC). */
  readonly date: string | null
  readonly isSignedOff?: boolean
  /** E-mail address of the implementer, if the person who signs off had to state it. */
  readonly implementer?: string | null
}

/** What a completion writes to a review and its change. */
export function completionOf(
  ctx: TxContext,
  { row, change, steps }: LockedReview,
  { outcome, date, isSignedOff = false, implementer = null }: Completion,
) {
  const [at, by] = [ctx.now.toISOString(), ctx.actor.name]
  const isByToken = isThroughApi(row)
  const proposedOutcome = isByToken ? null : proposeOutcome(gatherEvidence(change, formsIn(change, steps))).outcome
  return {
    outcome,
    change: {
      pir_completed: true,
      pir_reference: isByToken ? (change.pir_reference ?? row.reference) : row.reference,
      pir_outcome: outcome,
      pir_date: date ?? (isByToken ? change.pir_date : null) ?? at.slice(0, 10),
      state: change.state === 'review' ? ('closed' as const) : change.state,
    },
    move: {
      status: 'completed' as const,
      completedAt: at,
      completedBy: by,
      completedThrough: isByToken ? ('api' as const) : ('review' as const),
      setThroughApi: null,
      ...(implementer !== null && { implementer }),
      ...(isSignedOff && { signedOffAt: at, signedOffBy: by }),
      proposedOutcome,
      completions: row.completions + 1,
      returned: null,
    },
    changes: {
      pir_outcome: { from: change.pir_outcome, to: outcome },
      ...(isSignedOff && { signed_off_by: { from: null, to: by } }),
      ...(implementer !== null && { implementer: { from: row.implementer, to: implementer } }),
    },
  }
}
