import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { reviewSteps as stepNames } from '#lib/contracts/app/review-values.ts'
import { fillCleanForms } from '#lib/domain/review/clean-forms.ts'
import { type EvidenceSource, gatherEvidence } from '#lib/domain/review/outcome-evidence.ts'
import type { ReviewFormValues } from '#lib/domain/review/review-forms.ts'
import { proposeOutcome } from '#lib/domain/review/review-outcome.ts'
import { changeColumns } from '#server/changes/columns.ts'
import { listUrgentNear } from '#server/incidents/caused-incidents.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { reviewSteps, reviews } from '#server/schema/reviews.ts'
import { addDays, getWorkdayOnOrBefore, setTime, toIso } from './calendar.ts'

/** Number of reviews that wait for sign-off. */
const waiting = 2

/** Submits a few reviews that need sign-off by the policy. */
export async function seedDemoSignOff(tx: Transaction, now: Date): Promise<void> {
  const isSubmittable = and(
    eq(reviews.origin, 'demo'),
    eq(reviews.status, 'not_started'),
    eq(reviews.needsSignOff, true),
    isNotNull(reviews.reviewer),
    isNotNull(changes.actualEnd),
  )
  const rows = await tx
    .select({ review: reviews, change: changeColumns })
    .from(reviews)
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(isSubmittable)
    .orderBy(asc(reviews.dueOn), asc(reviews.reference))
    .limit(waiting)
  for (const { review, change } of rows) await submit(tx, review, change, now)
}

async function submit(tx: Transaction, review: typeof reviews.$inferSelect, change: EvidenceSource, now: Date) {
  const { reference } = review
  const linked = await tx
    .select({ number: incidents.number })
    .from(incidents)
    .where(eq(incidents.relatedChange, change.number))
    .orderBy(asc(incidents.number))
  const forms = buildFilledForms(
    change,
    linked.map(({ number }) => number),
    (await listUrgentNear(tx, [change.number])).get(change.number) ?? [],
  )
  const day = getWorkdayOnOrBefore(addDays(now.getTime(), -1))
  const at = (time: string) => toIso(Math.max(setTime(day, time), Date.parse(review.createdAt)))
  const submittedAt = at('14:10')
  const step = { reference, version: 1, savedAt: submittedAt, savedBy: review.reviewerName ?? '' }
  await tx.insert(reviewSteps).values(stepNames.map((name) => ({ ...step, step: name, form: forms[name] })))
  const submitted = { status: 'awaiting_sign_off', submittedAt, submittedBy: review.reviewer } as const
  await tx
    .update(reviews)
    .set({ ...submitted, startedAt: at('13:20'), updatedAt: submittedAt })
    .where(eq(reviews.reference, reference))
}

/** The result of the work, by the close code of the change. */
const resultsByCloseCode = {
  successful: { is_objective_met: 'yes', is_backout_used: false, has_backout_worked: null },
  successful_with_issues: { is_objective_met: 'yes', is_backout_used: false, has_backout_worked: null },
  failed: { is_objective_met: 'no', is_backout_used: false, has_backout_worked: null },
  backed_out: { is_objective_met: 'no', is_backout_used: true, has_backout_worked: true },
} as const

/**
 * Fills in the forms: all steps done, the rest by the close code, each linked incident confirmed and each urgent one
 * rejected.
 */
function buildFilledForms(
  change: EvidenceSource,
  linked: readonly string[],
  urgent: readonly string[],
): ReviewFormValues {
  const forms = fillCleanForms(change, '')
  const reason = 'It began with the work, and ended when the change was put right.'
  const confirmed = linked.map((incident) => ({ incident, decision: 'confirmed' as const, reason }))
  const otherReason = 'It had another cause, which its own record names.'
  const rejected = urgent.map((incident) => ({ incident, decision: 'rejected' as const, reason: otherReason }))
  const filled = {
    ...forms,
    plan: { ...forms.plan, ...resultsByCloseCode[change.close_code ?? 'successful'] },
    incidents: { ...forms.incidents, decisions: [...confirmed, ...rejected], is_none_caused: confirmed.length === 0 },
  }
  const { outcome } = proposeOutcome(gatherEvidence(change, filled))
  return { ...filled, outcome: { ...filled.outcome, outcome } }
}
