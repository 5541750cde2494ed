import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { incidentActions } from '#lib/actions/record-actions.ts'
import { reviewActions } from '#lib/actions/review-actions.ts'
import type { ReviewForm, ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { fillForm, writtenForms } from '#lib/contracts/app/review-forms.ts'
import type { saveReviewStep as contract } from '#lib/contracts/app/reviews.ts'
import type { BodyOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { emptyReviewForms } from '#lib/review/forms.ts'
import { findQuestion } from '#lib/review/questions/steps.ts'
import { lockChange } from '#server/changes/lock-change.ts'
import { getChange } from '#server/changes/queries.ts'
import { parsePart } from '#server/platform/api/read-input.ts'
import type { FieldChanges } from '#server/platform/audit/record-event.ts'
import { buildEvent, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { completeAnswers } from '#server/policy/checks.ts'
import { incidents } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { reviewSteps, reviews } from '#server/schema/reviews.ts'
import { beginReview } from './commands/start.ts'
import { assertWritable, lockReviewAndChange } from './locked-review.ts'
import { getDrafts, presentStep, type ReviewRow, type StepRow } from './queries.ts'
import { storeSignOffRequirement } from './requirement.ts'
import { leaveOutgrownShortForm } from './short-form.ts'
import { buildTouch } from './write-review.ts'

type FormFields = Readonly<Record<string, unknown>>

/** Length of a text from which only the changed part is recorded. */
const longText = 200
const context = 20

/**
 * Returns the changes of a saved form, field by field and entry by entry, so that a history of many small saves stays
 * small: `plan.steps.<key>.result`, `outcome.justification`. Only the changed part of a long text is recorded, between
 * `…`. A form that lacks a question, because it was stored before the question existed, has not answered it.
 */
export function listFormDifferences(step: ReviewStep, before: FormFields, after: FormFields): FieldChanges {
  const fields = new Set([...Object.keys(after), ...Object.keys(before)])
  const changed = [...fields].flatMap((field) => {
    const path = `${step}.${field}`
    const question = findQuestion(path)
    const from = before[field]
    const to = after[field]
    if (question?.kind === 'entries')
      return compareEntries(path, indexEntries(from, question.by), indexEntries(to, question.by))
    // The short form's own answers are absent until somebody gives them, and "No" is one.
    const open = question?.kind === 'short_yes' ? null : question?.empty
    return JSON.stringify(from ?? open) === JSON.stringify(to ?? open) ? [] : compareField(path, from, to ?? null)
  })
  return Object.fromEntries(changed)
}

type Difference = [field: string, change: FieldChanges[string]]

function compareEntries(path: string, before: Map<string, FormFields>, after: Map<string, FormFields>): Difference[] {
  const removed = [...before].filter(([key]) => !after.has(key))
  return [
    ...[...after].flatMap(([key, entry]) => {
      const former = before.get(key)
      if (!former) return compareField(`${path}.${key}`, null, entry)
      // Whether an answer is as it should be follows from it.
      const fields = Object.keys(entry).filter((field) => field !== 'is_expected')
      return fields.flatMap((field) => compareField(`${path}.${key}.${field}`, former[field], entry[field]))
    }),
    ...removed.flatMap(([key, entry]) => compareField(`${path}.${key}`, entry, null)),
  ]
}

function indexEntries(list: unknown, name: string): Map<string, FormFields> {
  const entries = Array.isArray(list) ? (list as FormFields[]) : []
  return new Map(entries.map((entry) => [String(entry[name]), entry]))
}

function compareField(field: string, from: unknown, to: unknown): Difference[] {
  if (JSON.stringify(from) === JSON.stringify(to)) return []
  const change = typeof from === 'string' && typeof to === 'string' ? cutToChange(from, to) : { from: from ?? null, to }
  return [[field, change]]
}

function cutToChange(from: string, to: string): { from: string; to: string } {
  const shorter = Math.min(from.length, to.length)
  if (Math.max(from.length, to.length) <= longText) return { from, to }
  let start = 0
  while (start < shorter && from[start] === to[start]) start += 1
  let end = 0
  while (end < shorter - start && from.at(-1 - end) === to.at(-1 - end)) end += 1
  const cut = (text: string) => {
    const part = text.slice(Math.max(0, start - context), text.length - Math.max(0, end - context)).toWellFormed()
    return `${start > context ? '…' : ''}${part}${end > context ? '…' : ''}`
  }
  return { from: cut(from), to: cut(to) }
}

type IncidentDecisions = ReviewForm<'incidents'>['decisions']
type AffectedIncident = { readonly number: string; readonly causedBy: string | null }

const field = 'form.decisions'

/**
 * Writes the decisions of a review to the incidents: `caused_by_change` becomes the change for confirmed incidents, and
 * null for incidents that are no longer confirmed. An incident has one causing change, so one that another review
 * confirmed is rejected. The incidents are locked, so that only one of two concurrent reviews can confirm an incident.
 * Throws `conflict`, and `invalid_parameter` for a confirmed incident that does not exist.
 */
async function recordConfirmed(ctx: TxContext, change: string, decisions: IncidentDecisions): Promise<void> {
  const confirmed = new Set(decisions.flatMap((made) => (made.decision === 'confirmed' ? [made.incident] : [])))
  const affected = await ctx.db
    .select({ number: incidents.number, causedBy: incidents.causedByChange })
    .from(incidents)
    .where(or(inArray(incidents.number, [...confirmed]), eq(incidents.causedByChange, change)))
    .orderBy(incidents.number)
    .for('update')
  assertExist(confirmed, affected)
  await assertUnclaimed(ctx.db, change, affected)
  for (const { number, causedBy } of affected) {
    const next = confirmed.has(number) ? change : null
    if (next === causedBy) continue
    await ctx.db
      .update(incidents)
      .set({ causedByChange: next, version: sql`${incidents.version} + 1`, updatedAt: ctx.now.toISOString() })
      .where(eq(incidents.number, number))
    const action = next === null ? incidentActions.cause_withdrawn : incidentActions.cause_confirmed
    await recordEvent(ctx, action, number, { caused_by_change: { from: causedBy, to: next } })
  }
}

function assertExist(confirmed: ReadonlySet<string>, affected: readonly AffectedIncident[]): void {
  const numbers = new Set(affected.map(({ number }) => number))
  const [unknown] = [...confirmed].filter((number) => !numbers.has(number))
  if (unknown !== undefined) {
    throw invalidField(field, 'body', `confirms ${unknown}, which is not the number of an incident`)
  }
}

async function assertUnclaimed(tx: Transaction, change: string, affected: readonly AffectedIncident[]): Promise<void> {
  const claimed = affected.flatMap(({ number, causedBy }) =>
    causedBy === null || causedBy === change ? [] : [{ number, causedBy }],
  )
  if (claimed.length === 0) return
  const others = await tx
    .select({ reference: reviews.reference, change: reviews.changeNumber })
    .from(reviews)
    .where(
      inArray(
        reviews.changeNumber,
        claimed.map(({ causedBy }) => causedBy),
      ),
    )
  const referencesByChange = new Map(others.map((other) => [other.change, other.reference]))
  const issues = claimed.map(({ number, causedBy }) => {
    const reference = referencesByChange.get(causedBy)
    return `${number} is already confirmed as caused by ${causedBy}${reference ? ` (${reference})` : ''}.`
  })
  throw new AppError('conflict', `${issues.join(' ')} Withdraw it there first, or reject it here.`, {
    details: issues.map((issue) => ({ field, in: 'body' as const, issue })),
  })
}

type Form = Record<string, unknown>

/**
 * Saves the form of a step over the version that was read. A form that is already stored is returned unchanged,
 * whatever the version, so that a client can retry a save whose response was lost; a question that the form lacks keeps
 * its answer. Saving starts a review that is owed.
 * Throws `invalid_parameter` naming `form.<field>`, `not_found`, `conflict` for a review that waits for sign-off or is
 * completed, `precondition_failed` when another version was saved since. Also throws the errors of `recordConfirmed`.
 */
export async function saveReviewStep(
  ctx: Context,
  reference: string,
  step: ReviewStep,
  { version, form: written }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  return inTransaction(ctx, async (tx) => {
    const { review, before } = await lockWithStep(tx.db, reference, step)
    // The contract takes the form of any step: see `AnyForm`. A page that was opened before a question existed lacks it.
    const complete = fillForm(step, { ...before?.form, ...written })
    const { form: checked } = parsePart(z.object({ form: writtenForms[step] }), { form: complete }, 'body')
    const form: Form =
      step === 'lessons'
        ? keepOwnArticles(checked, before?.form)
        : step === 'plan'
          ? { ...checked, checks: await completeAnswers(tx.db, getChecks(checked), getChecks(before?.form)) }
          : checked
    if (before && isSameForm(step, before.form, form)) return { step, saved: presentStep(before) }
    if (version !== (before?.version ?? 0)) throw buildStaleError()
    const affectsRequirement = step === 'incidents' || (step === 'plan' && hasOtherTimes(form, before?.form))
    if (affectsRequirement) await lockChange(tx.db, review.changeNumber)
    const begun = await beginReview(tx, review)
    const row = await writeStep(tx, { review: begun, step, form, before, version })
    if (affectsRequirement && !begun.needsSignOff)
      await storeSignOffRequirement(tx, await lockReviewAndChange(tx.db, reference))
    await leaveOutgrownShortForm(tx, begun)
    return { step, saved: presentStep(row) }
  })
}

/** Locks a review whose forms may be written, and reads a step of it. Throws `not_found` and `conflict`. */
async function lockWithStep(tx: Transaction, reference: string, step: ReviewStep) {
  const isOfStep = and(eq(reviewSteps.reference, reference), eq(reviewSteps.step, step))
  const hasWaited = sql<boolean>`${reviews}.xmin <> (select seen.xmin from ${reviews} seen where seen.reference = ${reference})`
  const [locked] = await tx
    .select({ review: reviews, before: reviewSteps, hasWaited })
    .from(reviews)
    .leftJoin(reviewSteps, isOfStep)
    .where(eq(reviews.reference, reference))
    .for('update', { of: reviews })
  if (!locked) throw notFound('review', reference)
  assertWritable(locked.review)
  // A statement that waited for another write of the review still shows the step as it was before that write.
  const [before] = locked.hasWaited ? await tx.select().from(reviewSteps).where(isOfStep) : [locked.before]
  return { review: locked.review, before: before ?? undefined }
}

const buildStaleError = () =>
  new AppError('precondition_failed', 'Someone else has saved this step since; compare it with yours.')

const isSameForm = (step: ReviewStep, one: Form, other: Form) =>
  JSON.stringify(fillForm(step, one)) === JSON.stringify(fillForm(step, other))

const hasOtherTimes = (form: Form, before: Form | undefined) =>
  ['actual_start', 'actual_end'].some((time) => form[time] !== before?.[time])

type StepWrite = {
  readonly review: ReviewRow
  readonly step: ReviewStep
  readonly form: Form
  /** The saved step; undefined before the first save. */
  readonly before: StepRow | undefined
  /** The version to replace; 0 for none. */
  readonly version: number
}

/** Stores a form as the next version, with its history. Throws `precondition_failed` when `version` is not the last. */
export async function writeStep(ctx: TxContext, { review, step, form, before, version }: StepWrite): Promise<StepRow> {
  const { reference } = review
  const { db, now, actor } = ctx
  const former = before?.form ?? emptyReviewForms(await getChange(ctx, review.changeNumber))[step]
  const changed = listFormDifferences(step, former, form)
  const isChanged = Object.keys(changed).length > 0
  if (step === 'incidents') await recordConfirmed(ctx, review.changeNumber, getDecisions(form))
  const values = { form, version: version + 1, savedAt: now.toISOString(), savedBy: actor.name }
  const isLast = and(eq(reviewSteps.reference, reference), eq(reviewSteps.step, step), eq(reviewSteps.version, version))
  const touch = buildTouch(ctx, review, isChanged)
  const event = buildEvent(ctx, reviewActions.saved, { entityId: reference, changes: changed })
  const inserted = db.insert(reviewSteps).values({ reference, step, ...values })
  // The step, the review and the history are written by one statement.
  const saved = db
    .$with('saved')
    .as(
      version === 0
        ? inserted.onConflictDoNothing().returning()
        : db.update(reviewSteps).set(values).where(isLast).returning(),
    )
  const touched = db.$with('touched').as(touch.update)
  const recorded = db.$with('recorded').as(db.insert(auditEvents).values(event).returning({ id: auditEvents.id }))
  const [written] = await db
    .with(saved, touched, ...(isChanged ? [recorded] : []))
    .select()
    .from(saved)
    .innerJoin(touched, sql`true`)
  if (!written) throw buildStaleError()
  await touch.recordWriter(written.touched.isRecorded)
  return written.saved
}

/** Restores the publication of each draft, which only the server sets: a value from the caller is ignored. */
function keepOwnArticles(form: Form, stored: Form | undefined): Form {
  const storedDrafts = new Map(getDrafts(stored).map((draft) => [draft.key, draft]))
  const drafts = getDrafts(form).map(({ publishes: _, ...draft }) => {
    const { article_id = null, publishes } = storedDrafts.get(draft.key) ?? {}
    return { ...draft, article_id, ...(publishes !== undefined && { publishes }) }
  })
  return { ...form, drafts }
}

const getChecks = (form: Form | undefined) => (form?.checks ?? []) as ReviewForm<'plan'>['checks']

/** Returns the decisions of an incidents form that its schema has checked. */
const getDecisions = (form: Form) => form.decisions as ReviewForm<'incidents'>['decisions']
