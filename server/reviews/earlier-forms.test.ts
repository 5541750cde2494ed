import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { listReviewVersions as versionsContract } from '#lib/contracts/app/review-versions.ts'
import { compareVersions, hasChanged } from '#lib/review/answers.ts'
import { listQuestions } from '#lib/review/questions/question.ts'
import { type StepName, steps } from '#lib/review/questions/steps.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { auditEvents } from '#server/schema/history.ts'
import { reviewSteps, reviewVersions } from '#server/schema/reviews.ts'
import { completeReview } from './commands/complete.ts'
import { startReview } from './commands/start.ts'
import { getReview } from './queries.ts'
import { saveReviewStep } from './save-step.ts'
import { createContext, fillReview, henrike, insertChange, noor } from './testing.ts'
import { listReviewVersions } from './versions.ts'

const database = provideTestDatabase()

/**
 * Forms as releases stored them. Until 0.2.0 none had the answers of the short form; for each question, the form of the
 * release before it.
 */
const earlierForms = Object.values(steps).flatMap((step) =>
  listQuestions(step).map(([name, { kind }]) => ({
    step: step.name as StepName,
    name,
    isOptional: kind === 'short_yes',
  })),
)

async function fillNew(number: string) {
  const ctx = createContext(database.db)
  const review = await startReview(ctx, await insertChange(database.db, number))
  await fillReview(ctx, review)
  return getReview(ctx, review.reference)
}

const without = (form: object, name: string) => Object.fromEntries(Object.entries(form).filter(([key]) => key !== name))

describe('a form stored before a question existed', () => {
  test.each(earlierForms)(
    'lacks $name of $step; saving it unchanged changes nothing',
    async ({ step, name, isOptional }) => {
      const { reference, steps: filled } = await fillNew(`CHG-${step}-${name}`)
      const isOfStep = and(eq(reviewSteps.reference, reference), eq(reviewSteps.step, step))
      await database.db
        .update(reviewSteps)
        .set({ form: without(filled[step].form, name) })
        .where(isOfStep)
      const entries = () => database.db.$count(auditEvents, eq(auditEvents.entityId, reference))
      const entriesBefore = await entries()

      const ctx = createContext(database.db, henrike)
      const read = await getReview(ctx, reference)
      expect(name in read.steps[step].form).toBe(!isOptional)
      const { version, form } = read.steps[step]
      const { saved } = await saveReviewStep(ctx, reference, step, { version, form })
      expect(saved).toEqual(read.steps[step])
      expect((await getReview(ctx, reference)).writers).toEqual([noor.email])
      expect(await entries()).toBe(entriesBefore)
    },
  )
})

test('a version completed before a question existed is shown, and equals the same answers of today', async () => {
  const { reference } = await fillNew('CHG-VERSIONS')
  const ctx = createContext(database.db)
  await completeReview(ctx, reference, {})
  const [stored] = await database.db.select().from(reviewVersions).where(eq(reviewVersions.reference, reference))
  if (!stored) throw new Error('no version')
  const { forms } = stored.snapshot
  const open = { plan: 'notes', risk: 'missed', outcome: 'justification', improvements: 'notes' } as const
  const earlier = Object.entries(forms).map(([step, form]) => [step, without(form, open[step as keyof typeof open])])
  const snapshot = { ...stored.snapshot, forms: Object.fromEntries(earlier) }
  await database.db.update(reviewVersions).set({ snapshot }).where(eq(reviewVersions.reference, reference))
  const { versions, today } = versionsContract.response.parse(await listReviewVersions(ctx, reference))
  const [first] = versions
  expect(first && compareVersions(first.said, today).filter(hasChanged)).toEqual([])
})
