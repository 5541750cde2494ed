import { beforeAll, expect, test } from 'vitest'
import type { NewReviewCheck } from '#lib/contracts/app/checks.ts'
import { listQueue as listQueueContract } from '#lib/contracts/app/queue.ts'
import type { ReviewForm } from '#lib/contracts/app/review-forms.ts'
import { reviewSteps as stepNames } from '#lib/contracts/app/review-values.ts'
import { answerCheck } from '#lib/review/questions/checks.ts'
import { fillCleanForms } from '#lib/review/short-form.ts'
import { getChange } from '#server/changes/queries.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { createReviewCheck, deleteReviewCheck, updateReviewCheck } from '#server/policy/checks.ts'
import { listQueue } from '#server/worklist/queue/queries.ts'
import { completeReview } from './commands/complete.ts'
import { completeCleanReviews } from './commands/complete-clean.ts'
import { reopenReview } from './commands/reopen.ts'
import { getReview } from './queries.ts'
import { saveReviewStep } from './save-step.ts'
import { createContext, henrike, insertOwed } from './testing.ts'
import { listReviewVersions } from './versions.ts'

const database = provideTestDatabase()
const ctx = () => createContext(database.db)
const manager = () => createContext(database.db, henrike)

const check: NewReviewCheck = {
  wording: 'Told?',
  kind: 'yes_no',
  options: [],
  expected: 'yes',
  asked_of: 'reviewer',
  filter: null,
  is_required: false,
  is_active: true,
}
beforeAll(async () => {
  await createReviewCheck(manager(), check)
  await createReviewCheck(manager(), {
    ...check,
    wording: 'How many?',
    kind: 'number',
    expected: null,
    filter: 'type = standard',
  })
  await createReviewCheck(manager(), { ...check, wording: 'Trained?', is_required: true, filter: 'type = standard' })
})

type Checks = ReviewForm<'plan'>['checks']

async function save(reference: string, checks: Checks): Promise<Checks> {
  const { plan } = (await getReview(ctx(), reference)).steps
  const { saved } = await saveReviewStep(ctx(), reference, 'plan', {
    version: plan.version,
    form: { ...plan.form, checks },
  })
  return (saved.form as ReviewForm<'plan'>).checks
}

/** Answers the checks of a review by their identifiers. */
async function answer(reference: string, answers: Readonly<Record<string, string>>): Promise<Checks> {
  const { checks } = await getReview(ctx(), reference)
  const entries = checks.flatMap((asked) =>
    answers[asked.check] ? [answerCheck(asked, answers[asked.check] ?? '')] : [],
  )
  return save(reference, entries)
}

const owe = (number: string, type: 'normal' | 'standard') =>
  insertOwed(database.db, number, { form: 'short' }, { type, risk: 'low', affectedServices: [number] })

async function answerOthers(reference: string): Promise<void> {
  const review = await getReview(ctx(), reference)
  const forms = fillCleanForms(await getChange(ctx(), review.change_number), '')
  for (const step of stepNames) {
    const { version, form } = review.steps[step]
    const given = step === 'plan' ? { ...forms.plan, checks: review.steps.plan.form.checks } : forms[step]
    if (version === 0 || step === 'plan') await saveReviewStep(ctx(), reference, step, { version, form: given ?? form })
  }
}

test('an answer keeps the words that it answered, which its sender cannot change', async () => {
  const reference = await owe('CHG-1', 'normal')
  const [answered] = await answer(reference, { told: 'no' })
  expect(answered).toMatchObject({ version: 1, wording: 'Told?', answer: 'no', is_expected: false })
  await updateReviewCheck(manager(), 'told', { ...check, wording: 'Told in time?' })
  expect((await getReview(ctx(), reference)).checks).toMatchObject([{ check: 'told', version: 2 }])
  const forged = { ...answered, wording: 'Forged?', is_expected: true, note: 'Late' } as Checks[number]
  expect(await save(reference, [forged])).toEqual([{ ...answered, note: 'Late' }])
  expect(await answer(reference, { told: 'not_applicable' })).toMatchObject([
    { version: 2, wording: 'Told in time?', is_expected: null },
  ])
})

test.each([
  [{ check: 'gone' }, 'answers gone in version 1, which no check has'],
  [{ version: 7 }, 'answers told in version 7, which no check has'],
  [{ answer: 'perhaps' }, 'answers “Told?” with “perhaps”, which is not one of yes, no, not_applicable'],
  [{ check: 'how_many', answer: 'lots' }, 'answers “How many?” with “lots”, which is not a number'],
])('refuses %j', async (wrong, issue) => {
  const reference = await owe(`CHG-${JSON.stringify(wrong)}`, 'normal')
  const entry = { check: 'told', version: 1, wording: '', kind: 'yes_no', answer: 'yes', note: '', is_expected: null }
  await expect(save(reference, [{ ...entry, ...wrong } as Checks[number]])).rejects.toMatchObject({
    details: [{ field: 'form.checks', issue }],
  })
})

test('a review lacks its required checks, and keeps what it left open', async () => {
  const reference = await owe('CHG-2', 'standard')
  await answerOthers(reference)
  await expect(completeReview(ctx(), reference, {})).rejects.toMatchObject({
    details: [{ field: 'plan.checks', issue: 'Answer “Trained?”' }],
  })
  await answer(reference, { trained: 'yes' })
  await completeReview(ctx(), reference, {})
  await deleteReviewCheck(manager(), 'how_many')
  const { checks, steps } = await getReview(ctx(), reference)
  expect(checks).toEqual([])
  const kept = [
    { check: 'told', answer: null },
    { check: 'how_many', wording: 'How many?', answer: null },
    { check: 'trained', answer: 'yes', is_expected: true },
  ]
  expect(steps.plan.form.checks).toMatchObject(kept)
  const query = 'check IN ("told: not_answered", "how_many: not_answered") AND check = "trained: yes"'
  const { rows } = await listQueue(ctx(), listQueueContract.query.parse({ query }))
  expect(rows.map(({ number, checks: listed }) => [number, listed])).toEqual([
    ['CHG-2', ['told: not_answered', 'how_many: not_answered', 'trained: yes']],
  ])
  const { versions } = await listReviewVersions(ctx(), reference)
  expect(versions[0]?.said.forms.plan.checks).toMatchObject(kept)
  await reopenReview(manager(), reference, 'A question')
  expect((await getReview(ctx(), reference)).checks.map((asked) => asked.check)).toEqual(['told', 'trained'])
})

test('a bulk completion answers only the required checks', async () => {
  await owe('CHG-3', 'standard')
  const { results } = await completeCleanReviews(manager(), { reviews: ['CHG-3'], dry_run: false }, () => 1)
  expect(results).toMatchObject([{ result: 'completed' }])
  expect((await getReview(ctx(), 'PIR-CHG-3')).steps.plan.form.checks.map((entry) => entry.answer)).toEqual([
    null,
    'yes',
  ])
})
