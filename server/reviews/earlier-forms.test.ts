import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type ReviewForm, type ReviewStep, reviewForms } from '#lib/contracts/app/review-forms.ts'
import { reviewSteps as stepNames } from '#lib/contracts/app/review-values.ts'
import { listReviewVersions as versionsContract } from '#lib/contracts/app/review-versions.ts'
import { compareVersions, hasChanged } from '#lib/review/answers.ts'
import type { Answers } from '#lib/review/questions/kinds.ts'
import { listQuestions } from '#lib/review/questions/question.ts'
import { steps } from '#lib/review/questions/steps.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { auditEvents } from '#server/schema/history.ts'
import { reviewSteps, reviewVersions } from '#server/schema/reviews.ts'
import { startReview } from './commands/start.ts'
import { getReview } from './queries.ts'
import { saveReviewStep } from './save-step.ts'
import { createContext, henrike, insertChange, planKeys } from './testing.ts'
import { listReviewVersions } from './versions.ts'

const database = provideTestDatabase()

type StoredForms = Readonly<Record<ReviewStep, Answers>>

const draft = {
  key: 'lesson-1',
  title: 'Measure first',
  content: 'On a full copy.',
  polarity: 'negative',
  category: 'planning',
  tags: ['upgrade'],
  technologies: [],
  article_id: null,
}

/** Forms as 0.1.0 stored them: literally, so that no later declaration changes them. */
const first: StoredForms = {
  plan: {
    steps: [{ key: planKeys[0], result: 'skipped', note: 'No time.' }],
    actual_start: '2026-03-01T01:05:00.000Z',
    actual_end: '2026-03-01T02:55:00.000Z',
    is_backout_used: true,
    has_backout_worked: false,
    is_objective_met: 'partly',
    notes: 'It was a long night.',
  },
  risk: { verdict: 'too_low', missed: 'The locks.' },
  incidents: {
    window_start: '2026-03-01T01:05:00.000Z',
    window_end: '2026-03-08T02:55:00.000Z',
    decisions: [{ incident: 'INC1', decision: 'rejected', reason: 'A printer.' }],
    is_none_caused: true,
  },
  outcome: { outcome: 'failed', justification: 'It was rolled back.' },
  improvements: { is_none_needed: true, notes: 'Later.' },
  lessons: { drafts: [draft], is_none_learned: false },
}
/** The short form came with 0.2.0. */
const second: StoredForms = {
  ...first,
  plan: { ...first.plan, is_any_deviated: true },
  incidents: { ...first.incidents, is_any_caused: false },
  improvements: { ...first.improvements, is_any_needed: false },
  lessons: { ...first.lessons, is_any_learned: true },
}
/** Lessons that are published with the completion came with 0.3.0. */
const third: StoredForms = { ...second, lessons: { ...second.lessons, drafts: [{ ...draft, publishes: 'masked' }] } }

const without = (step: ReviewStep, name: string): StoredForms => {
  const { [name]: _, ...form } = third[step]
  return { ...third, [step]: form }
}

/** The forms of each release, and of one in which a question did not exist yet. */
const earlierForms: readonly (readonly [name: string, forms: StoredForms])[] = [
  ['0.1.0', first],
  ['0.2.0', second],
  ['0.3.0', third],
  ...stepNames.flatMap((step) =>
    listQuestions(steps[step]).map(([name]) => [`before ${step}.${name}`, without(step, name)] as const),
  ),
]

test.each(earlierForms)('answers stored by %s, saved unchanged, change nothing', async (name, forms) => {
  const { db } = database
  const { reference, change_number: number } = await startReview(createContext(db), await insertChange(db, name))
  const stored = { reference, version: 1, savedAt: '2026-03-09T12:00:00.000Z', savedBy: 'Noor Haddad' }
  await db.insert(reviewSteps).values(stepNames.map((step) => ({ ...stored, step, form: { ...forms[step] } })))
  const ctx = createContext(db, henrike)
  const read = await getReview(ctx, reference)
  const entries = await db.$count(auditEvents, eq(auditEvents.entityId, reference))
  for (const step of stepNames) {
    const { version, form } = read.steps[step]
    expect(form).toMatchObject(forms[step])
    expect(reviewForms[step].parse(form)).toEqual(form)
    expect((await saveReviewStep(ctx, reference, step, { version, form })).saved).toEqual(read.steps[step])
    // A page that was opened before the question existed sends what it has.
    expect((await saveReviewStep(ctx, reference, step, { version, form: forms[step] })).saved).toEqual(read.steps[step])
  }
  expect(await db.$count(auditEvents, eq(auditEvents.entityId, reference))).toBe(entries)
  expect((await getReview(ctx, reference)).writers).toEqual(read.writers)

  const change = { number, implementation_plan: { steps: ['Stop', 'Start'] }, planned_start: null, planned_end: null }
  const snapshot = {
    change: { ...change, actual_start: null, actual_end: null },
    forms: forms as { [Step in ReviewStep]: ReviewForm<Step> },
    improvements: [],
    proposed_outcome: null,
    pir_date: null,
  }
  const completed = { reference, number: 1, completedAt: stored.savedAt, completedBy: 'Noor Haddad' }
  await db.insert(reviewVersions).values({ ...completed, outcome: 'failed', snapshot })
  const { versions, today } = versionsContract.response.parse(await listReviewVersions(ctx, reference))
  const compared = versions.flatMap(({ said }) => compareVersions(said, { ...today, change: snapshot.change }))
  expect(compared.map(hasChanged)).toEqual(stepNames.map(() => false))
})

test('a page that was opened before a question existed saves its other answers, and keeps the one of the question', async () => {
  const { db } = database
  const ctx = createContext(db)
  const { reference } = await startReview(ctx, await insertChange(db, 'CHG-OPEN'))
  const unasked = { was_emergency: null, type_verdict: null }
  const save = async (version: number, form: object) =>
    (await saveReviewStep(ctx, reference, 'risk', { version, form: { ...form } })).saved.form
  expect(await save(0, { verdict: 'too_low' })).toEqual({ ...unasked, verdict: 'too_low', missed: '' })
  await save(1, { verdict: 'too_low', missed: 'The locks.' })
  expect(await save(2, { verdict: 'too_high' })).toEqual({ ...unasked, verdict: 'too_high', missed: 'The locks.' })
})
