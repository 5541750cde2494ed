import { and, eq, inArray, sql } from 'drizzle-orm'
import { isLocked } from '#lib/contracts/app/review-values.ts'
import type { ReviewOutcome } from '#lib/contracts/changes.ts'
import type { ProgressStep } from '#lib/review/labels.ts'
import { listFactors, proposeOutcome } from '#lib/review/outcome.ts'
import { listStepProgress, type StepProgress } from '#lib/review/progress.ts'
import { listChecks, listCheckTags } from '#lib/review/questions/checks.ts'
import { changeColumns } from '#server/changes/columns.ts'
import { selectRelatedNumbers, urgentNumbers } from '#server/incidents/caused-incidents.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { readAskedChecks } from '#server/policy/checks.ts'
import { changes } from '#server/schema/changes.ts'
import { improvements } from '#server/schema/improvements.ts'
import { reviewSteps, reviews } from '#server/schema/reviews.ts'
import type { LockedReview } from './locked-review.ts'
import { buildForms, listStepsByReference, type ReviewRow } from './queries.ts'

/** Reads the progress and missing parts of each step of reviews, by their references. */
async function readProgress(
  db: Queryable,
  open: readonly Pick<LockedReview, 'row' | 'change' | 'steps'>[],
): Promise<ReadonlyMap<string, readonly StepProgress[]>> {
  const references = open.map(({ row }) => row.reference)
  const read = await db
    .select({
      reference: reviews.reference,
      improvementCount: sql<number>`(select count(*)::int from ${improvements}
        where ${improvements.sourceRef} = ${reviews.reference} and ${improvements.status} <> 'cancelled')`,
      linkedIncidents: selectRelatedNumbers(changes.number),
      urgentIncidents: urgentNumbers,
    })
    .from(reviews)
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(inArray(reviews.reference, references))
  const asked = await readAskedChecks(
    db,
    open.flatMap(({ row, change }) => (isLocked(row) ? [] : change.number)),
  )
  const facts = new Map(read.map(({ reference, ...found }) => [reference, found]))
  const none = { improvementCount: 0, linkedIncidents: [], urgentIncidents: [] }
  return new Map(
    open.map(({ row, change, steps }) => [
      row.reference,
      listStepProgress({
        change,
        forms: buildForms(change, steps),
        ...(facts.get(row.reference) ?? none),
        review: { status: row.status, needs_sign_off: row.needsSignOff, checks: asked(change.number) },
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

/**
 * Stores the checks that a review leaves open with its answers: afterwards it asks none, whatever is edited. Returns the
 * review with them.
 */
export async function storeOpenChecks({ db }: TxContext, locked: LockedReview): Promise<LockedReview> {
  const { change, steps } = locked
  const asked = (await readAskedChecks(db, [change.number]))(change.number)
  const plan = steps.find(({ step }) => step === 'plan')
  if (!plan) return locked
  const checks = listChecks(asked, buildForms(change, steps).plan.checks)
  const form = { ...plan.form, checks }
  await db
    .update(reviewSteps)
    .set({ form })
    .where(and(eq(reviewSteps.reference, plan.reference), eq(reviewSteps.step, 'plan')))
  return { ...locked, steps: steps.map((step) => (step === plan ? { ...plan, form } : step)) }
}

/** True if a token submitted the review, which then has the outcome that the token wrote, and needs no answers. */
const isThroughApi = ({ setThroughApi, submittedBy }: ReviewRow) => setThroughApi !== null && submittedBy === null

/** Returns the outcome of a submitted review. Throws `conflict` when something is missing. */
export async function readSubmittedOutcome(tx: Transaction, locked: LockedReview): Promise<ReviewOutcome> {
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

/** Builds the values that a completion writes to a review and its change. */
export function buildCompletion(
  ctx: TxContext,
  { row, change, steps }: LockedReview,
  { outcome, date, isSignedOff = false, implementer = null }: Completion,
) {
  const at = ctx.now.toISOString()
  const by = ctx.actor.name
  const isByToken = isThroughApi(row)
  const forms = buildForms(change, steps)
  const proposedOutcome = isByToken ? null : proposeOutcome(change, forms).outcome
  return {
    outcome,
    pirFields: {
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
      factors: listFactors(change, forms),
      checks: listCheckTags(forms.plan.checks),
      completions: row.completions + 1,
      returned: null,
    },
    auditChanges: {
      pir_outcome: { from: change.pir_outcome, to: outcome },
      ...(isSignedOff && { signed_off_by: { from: null, to: by } }),
      ...(implementer !== null && { implementer: { from: row.implementer, to: implementer } }),
    },
  }
}

/**
 * Finds the step that a user should open in each review, by its reference: the step to which it was sent back, else the
 * first step of the full form with a missing part, else the sign-off.
 */
export async function findOpenSteps(
  db: Queryable,
  references: readonly string[],
): Promise<ReadonlyMap<string, ProgressStep>> {
  if (references.length === 0) return new Map()
  const rows = await db
    .select({ row: reviews, change: changeColumns })
    .from(reviews)
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(inArray(reviews.reference, [...references]))
  const steps = await listStepsByReference(db, references)
  const progress = await readProgress(
    db,
    rows.map(({ row, change }) => ({ row, change, steps: steps.get(row.reference) ?? [] })),
  )
  const sentBack = new Map(rows.map(({ row }) => [row.reference, row.returned?.step]))
  return new Map(
    [...progress].map(([reference, all]) => [
      reference,
      sentBack.get(reference) ?? all.find((one) => !one.isDone)?.step ?? 'sign_off',
    ]),
  )
}
