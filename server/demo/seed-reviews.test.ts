import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { reviewForms } from '#lib/contracts/app/review-forms.ts'
import { reviewSteps as stepNames } from '#lib/contracts/app/review-values.ts'
import { Review } from '#lib/contracts/app/reviews.ts'
import { gatherEvidence } from '#lib/domain/review/outcome-evidence.ts'
import { proposeOutcome } from '#lib/domain/review/review-outcome.ts'
import { listStepProgress } from '#lib/domain/review/review-progress.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testPerson } from '#server/platform/runtime/testing-context.ts'
import { signOffReview } from '#server/reviews/lifecycle/sign-off-review.ts'
import { startReview } from '#server/reviews/lifecycle/start-review.ts'
import { findReview } from '#server/reviews/record/queries.ts'
import { listReviewVersions } from '#server/reviews/record/review-versions.ts'
import { createContext, insertChange } from '#server/reviews/testing.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { reviewSteps, reviews } from '#server/schema/reviews.ts'
import { buildDemoData } from './build-demo-data.ts'
import { buildReviewForms, toEvidenceSource } from './build-review-forms.ts'
import { seedDemoData } from './seed.ts'

describe.each(['2026-03-10', '2027-01-01', '2028-02-29'])('the reviews of the demo of %s', (day) => {
  const data = buildDemoData(new Date(`${day}T09:00:00.000Z`))
  const filled = data.reviews.map((review) => {
    const change = data.changes.find(({ number }) => number === review.change)
    if (!change) throw new Error(review.change)
    const reviewed = toEvidenceSource(change)
    return { review, reviewed, forms: buildReviewForms(data, review, reviewed) }
  })

  test('have forms that match their schemas', () => {
    for (const { forms } of filled) {
      for (const step of stepNames) expect(reviewForms[step].parse(forms[step])).toEqual(forms[step])
    }
  })

  test('are complete', () => {
    const missing = filled.flatMap(({ review, reviewed, forms }) => {
      const linked = data.incidents.filter(({ relatedChange }) => relatedChange === review.change)
      const actions = data.improvements.filter(
        ({ sourceRef, status }) => sourceRef === review.reference && status !== 'cancelled',
      )
      const progress = listStepProgress({
        change: reviewed,
        forms,
        improvementCount: actions.length,
        linkedIncidents: linked.map(({ number }) => number),
        urgentIncidents: [],
        review: { status: 'completed', needs_sign_off: false },
      })
      return progress.flatMap(({ missing }) => missing.map(({ text }) => `${review.reference}: ${text}`))
    })
    expect(missing).toEqual([])
  })

  test('were signed off by neither their reviewer nor the implementer', () => {
    const signed = filled.filter(({ review }) => review.signedOffBy !== null)
    expect(signed.length).toBeGreaterThan(10)
    const selfSigned = signed.filter(({ review }) => {
      const change = data.changes.find(({ number }) => number === review.change)
      return review.signedOffBy === review.reviewer || review.signedOffBy === change?.assignedTo
    })
    expect(selfSigned.map(({ review }) => review.reference)).toEqual([])
  })

  test('mostly have the outcome suggested by their evidence', () => {
    const others = filled.filter(
      ({ review, reviewed, forms }) => proposeOutcome(gatherEvidence(reviewed, forms)).outcome !== review.outcome,
    )
    expect(others.length).toBeLessThan(filled.length / 4)
    expect(others.length).toBeGreaterThan(0)
    expect(others.filter(({ forms }) => forms.outcome.justification.trim() === '')).toEqual([])
  })
})

describe('seeding', () => {
  const database = provideTestDatabase()
  const now = new Date('2026-03-10T09:00:00.000Z')
  beforeAll(async () => {
    await seedDemoData(database.db, now)
  })

  test('gives every completed change its review, with the reference of the change', async () => {
    const { db } = database
    const completed = await db.select().from(changes).where(eq(changes.pirCompleted, true))
    expect(completed.length).toBeGreaterThan(20)
    for (const change of completed) {
      const review = Review.parse(await findReview(createContext(db), change.number))
      expect([review.reference, review.status]).toEqual([change.pirReference, 'completed'])
      expect(review.steps.outcome.form.outcome).toBe(change.pirOutcome)
      expect(Object.values(review.steps).map(({ version }) => version)).toEqual([1, 1, 1, 1, 1, 1])
    }
  })

  test('stores a version of each completion; one was reopened and differs since', async () => {
    const completed = await database.db.select().from(reviews).where(eq(reviews.status, 'completed'))
    const twice = completed.filter(({ completions }) => completions === 2)
    expect(twice).toHaveLength(1)
    for (const review of completed) {
      const { versions, today } = await listReviewVersions(createContext(database.db), review.reference)
      expect(versions.map(({ number }) => number)).toEqual(review.completions === 2 ? [1, 2] : [1])
      expect(versions.at(-1)).toMatchObject({ completed_at: review.completedAt, signed_off_by: review.signedOffBy })
      expect(versions.at(-1)?.said.forms).toEqual(today.forms)
      expect(versions.at(-1)?.said.proposed_outcome).toBe(review.proposedOutcome)
    }
    const { versions } = await listReviewVersions(createContext(database.db), twice[0]?.reference ?? '')
    const counts = versions.map(({ said }) => said.forms.incidents.decisions.length)
    expect(counts[0]).toBe((counts[1] ?? 0) - 1)
    expect(versions[0]?.reopen_reason).toMatch(/^INC\d+ turned out/)
  })

  test('submits a few complete ones for sign-off', async () => {
    const waiting = await database.db.select().from(reviews).where(eq(reviews.status, 'awaiting_sign_off'))
    expect(waiting.length).toBeGreaterThan(0)
    for (const { reference, changeNumber } of waiting) {
      const [change] = await database.db.select().from(changes).where(eq(changes.number, changeNumber))
      const manager = createContext(database.db, { ...testPerson('manager', 'acc_signer'), name: 'Signer' })
      const signed = await signOffReview(manager, reference, {})
      const isFailed = change?.closeCode === 'failed' || change?.closeCode === 'backed_out'
      expect([signed.status, signed.proposed_outcome === 'failed']).toEqual(['completed', isFailed])
    }
  })

  test('marks exactly the incidents that a review confirmed', async () => {
    const steps = await database.db
      .select({ form: reviewSteps.form, change: reviews.changeNumber })
      .from(reviewSteps)
      .innerJoin(reviews, eq(reviews.reference, reviewSteps.reference))
      .where(eq(reviewSteps.step, 'incidents'))
    const confirmed = steps.flatMap(({ form, change }) =>
      reviewForms.incidents
        .parse(form)
        .decisions.flatMap(({ incident, decision }) => (decision === 'confirmed' ? [`${incident} ${change}`] : [])),
    )
    const marked = await database.db
      .select({ number: incidents.number, change: incidents.causedByChange })
      .from(incidents)
      .where(isNotNull(incidents.causedByChange))
    expect(confirmed.length).toBeGreaterThan(10)
    expect(marked.map(({ number, change }) => `${number} ${change}`).toSorted()).toEqual(confirmed.toSorted())
  })

  test('starts a few for changes in review, by accounts of the demo', async () => {
    const isBegun = eq(reviews.status, 'in_progress')
    const begun = await database.db.select().from(reviews).where(isBegun).orderBy(reviews.reference)
    expect(begun.map(({ reviewer }) => reviewer)).toEqual([
      'reviewer@hindsight.example',
      'reviewer2@hindsight.example',
      'reviewer@hindsight.example',
    ])
    for (const { changeNumber, updatedAt } of begun) {
      const [change] = await database.db.select().from(changes).where(eq(changes.number, changeNumber))
      expect(change).toMatchObject({ state: 'review', pirCompleted: false })
      expect(updatedAt < now.toISOString()).toBe(true)
    }
  })

  test('changes nothing when repeated, and the next review gets a new reference', async () => {
    const everything = () =>
      Promise.all([
        database.db.select().from(reviews).orderBy(reviews.reference),
        database.db.select().from(reviewSteps).orderBy(reviewSteps.reference, reviewSteps.step),
      ])
    const before = await everything()
    const counts = await seedDemoData(database.db, new Date('2026-05-01T09:00:00.000Z'))
    expect(counts.reviews).toBe(0)
    expect(await everything()).toEqual(before)
    const { reference } = await startReview(createContext(database.db), await insertChange(database.db, 'CHG-NEW'))
    const references = before[0].map((review) => review.reference)
    expect(references).not.toContain(reference)
    const named = await database.db
      .select()
      .from(changes)
      .where(and(isNotNull(changes.pirReference), ne(changes.number, 'CHG-NEW')))
    expect(named.map(({ pirReference }) => pirReference)).not.toContain(reference)
  })
})
