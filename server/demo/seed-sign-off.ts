import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { reviewSteps as stepNames } from '#lib/contracts/app/review-values.ts'
import { cleanReviewForms } from '#lib/domain/clean-forms.ts'
import { type EvidenceSource, gatherEvidence } from '#lib/domain/outcome-evidence.ts'
import type { ReviewFormValues } from '#lib/domain/review-forms.ts'
import { proposeOutcome } from '#lib/domain/review-outcome.ts'
import { changeColumns } from '#server/changes/columns.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { reviewSteps, reviews, reviewVersions } from '#server/schema/reviews.ts'
import { buildVersions } from './build-versions.ts'
import { addDays, atTime, toIso, workdayOnOrBefore } from './calendar.ts'
import type { DemoData } from './demo-data.ts'

/** How many reviews of the demo wait for sign-off. */
const waiting = 2
const times = { started: '13:20', submitted: '14:10' }

/** The versions of the completed reviews of the demo, and a few reviews that are handed in for sign-off. */
export async function seedDemoSignOff(tx: Transaction, data: DemoData, now: Date): Promise<void> {
  await insertVersions(tx, data)
  const owed = await tx
    .select({ review: reviews, change: changeColumns })
    .from(reviews)
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(
      and(
        eq(reviews.origin, 'demo'),
        eq(reviews.status, 'not_started'),
        eq(reviews.needsSignOff, true),
        isNotNull(reviews.reviewer),
        isNotNull(changes.actualEnd),
      ),
    )
    .orderBy(asc(reviews.dueOn), asc(reviews.reference))
    .limit(waiting)
  for (const { review, change } of owed) await handIn(tx, review, change, now)
}

async function insertVersions(tx: Transaction, data: DemoData): Promise<void> {
  const isOurs = and(eq(reviews.origin, 'demo'), eq(reviews.status, 'completed'))
  const ours = await tx.select({ reference: reviews.reference }).from(reviews).where(isOurs)
  const built = buildVersions(data)
  const rows = ours.flatMap(({ reference }) => built.get(reference)?.versions ?? [])
  if (rows.length > 0) await tx.insert(reviewVersions).values(rows).onConflictDoNothing()
}

async function handIn(
  tx: Transaction,
  review: typeof reviews.$inferSelect,
  change: EvidenceSource,
  now: Date,
): Promise<void> {
  const { reference } = review
  const linked = await tx
    .select({ number: incidents.number })
    .from(incidents)
    .where(eq(incidents.relatedChange, change.number))
    .orderBy(asc(incidents.number))
  const forms = filledForms(change, linked)
  const day = workdayOnOrBefore(addDays(now.getTime(), -1))
  const at = (time: string) => toIso(Math.max(atTime(day, time), Date.parse(review.createdAt)))
  const submittedAt = at(times.submitted)
  const step = { reference, version: 1, savedAt: submittedAt, savedBy: review.reviewerName ?? '' }
  await tx.insert(reviewSteps).values(stepNames.map((name) => ({ ...step, step: name, form: forms[name] })))
  await tx
    .update(reviews)
    .set({
      status: 'awaiting_sign_off',
      startedAt: at(times.started),
      submittedAt,
      submittedBy: review.reviewer,
      updatedAt: submittedAt,
    })
    .where(eq(reviews.reference, reference))
}

/** How the work went, by the code that the change was closed with. */
const asClosed = {
  successful: { is_objective_met: 'yes', is_backout_used: false, has_backout_worked: null },
  successful_with_issues: { is_objective_met: 'yes', is_backout_used: false, has_backout_worked: null },
  failed: { is_objective_met: 'no', is_backout_used: false, has_backout_worked: null },
  backed_out: { is_objective_met: 'no', is_backout_used: true, has_backout_worked: true },
} as const

/** Each step done; the rest as the change was closed. Each incident that names the change is of its making. */
function filledForms(change: EvidenceSource, linked: readonly { number: string }[]): ReviewFormValues {
  const forms = cleanReviewForms(change, '')
  const decisions = linked.map(({ number: incident }) => ({
    incident,
    decision: 'confirmed' as const,
    reason: 'It began with the work, and ended when the change was put right.',
  }))
  const plan = { ...forms.plan, ...asClosed[change.close_code ?? 'successful'] }
  const filled = {
    ...forms,
    plan,
    incidents: { ...forms.incidents, decisions, is_none_caused: decisions.length === 0 },
  }
  const { outcome } = proposeOutcome(gatherEvidence(change, filled))
  return { ...filled, outcome: { ...filled.outcome, outcome } }
}
