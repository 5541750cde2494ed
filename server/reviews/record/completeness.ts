import { and, asc, count, inArray, ne } from 'drizzle-orm'
import type { ReviewOutcome } from '#lib/contracts/changes.ts'
import { listStepProgress, type StepProgress } from '#lib/domain/review/review-progress.ts'
import { listUrgentNear } from '#server/incidents/caused-incidents.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { incidents } from '#server/schema/changes.ts'
import { improvements } from '#server/schema/improvements.ts'
import type { LockedReview } from './locked-review.ts'
import { buildForms, type ReviewRow } from './queries.ts'

/** Reads the progress and missing parts of each step of reviews, by their references. */
export async function readProgress(
  db: Queryable,
  open: readonly Pick<LockedReview, 'row' | 'change' | 'steps'>[],
): Promise<ReadonlyMap<string, readonly StepProgress[]>> {
  const numbers = open.map(({ change }) => change.number)
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
          open.map(({ row }) => row.reference),
        ),
        ne(improvements.status, 'cancelled'),
      ),
    )
    .groupBy(improvements.sourceRef)
  const urgent = await listUrgentNear(db, numbers)
  return new Map(
    open.map(({ row, change, steps }) => [
      row.reference,
      listStepProgress({
        change,
        forms: buildForms(change, steps),
        improvementCount: actions.find(({ reference }) => reference === row.reference)?.total ?? 0,
        linkedIncidents: linked.flatMap((link) => (link.change === change.number ? link.number : [])),
        urgentIncidents: urgent.get(change.number) ?? [],
        review: { status: row.status, needs_sign_off: row.needsSignOff },
      }),
    ]),
  )
}

/** Returns the chosen outcome of a complete review. Throws `conflict` with one detail for each missing part. */
export async function assertComplete(tx: Transaction, locked: LockedReview): Promise<ReviewOutcome> {
  const { row, change, steps } = locked
  const progress = (await readProgress(tx, [locked])).get(row.reference) ?? []
  const details = progress
    .filter(({ step }) => step !== 'sign_off')
    .flatMap(({ step, missing }) =>
      missing.map(({ field, text }) => ({ field: `${step}.${field}`, in: 'body' as const, issue: text })),
    )
  const { outcome } = buildForms(change, steps).outcome
  if (details.length === 0 && outcome !== null) return outcome
  const things = details.length === 1 ? 'one thing is' : `${details.length} things are`
  throw new AppError('conflict', `The review cannot be completed: ${things} missing.`, { details })
}

/** True if a token submitted the review, which then has the outcome that the token wrote, and needs no answers. */
export const isThroughApi = ({ setThroughApi, submittedBy }: ReviewRow) =>
  setThroughApi !== null && submittedBy === null

/** Returns the outcome of a submitted review. Throws `conflict` when something is missing. */
export async function readSubmittedOutcome(tx: Transaction, locked: LockedReview): Promise<ReviewOutcome> {
  if (!isThroughApi(locked.row)) return assertComplete(tx, locked)
  const { pir_outcome: outcome } = locked.change
  if (outcome !== null) return outcome
  throw new AppError('conflict', 'The API set no outcome: send the review back, or set pir_outcome first.')
}
