import { expect, test } from 'vitest'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { auditEvents } from '#server/schema/history.ts'
import { completeReview } from './commands/complete.ts'
import { startReview } from './commands/start.ts'
import { getReview } from './queries.ts'
import { saveReviewStep } from './save-step.ts'
import { callum, createContext, fillReview, insertChange, planKeys, saveStep } from './testing.ts'

const database = provideTestDatabase()

const newReview = async (number: string) =>
  startReview(createContext(database.db), await insertChange(database.db, number))

async function savedEvents({ reference }: Review) {
  const events = await readRows(database.db, auditEvents, { entityId: reference, action: 'update' })
  return events.map(({ changes }) => changes)
}

test('a step is saved with version, time and author', async () => {
  const review = await newReview('CHG-SAVE')
  const later = createContext(database.db, callum, '2026-03-10T08:00:00.000Z')
  const response = await saveReviewStep(later, review.reference, 'risk', {
    version: 0,
    form: { verdict: 'too_low', missed: 'Lock time' },
  })
  expect(response).toEqual({
    step: 'risk',
    saved: {
      form: { verdict: 'too_low', missed: 'Lock time', was_emergency: null, type_verdict: null },
      version: 1,
      saved_at: '2026-03-10T08:00:00.000Z',
      saved_by: callum.name,
    },
  })
  const read = await getReview(later, review.reference)
  expect(read.steps.risk).toEqual(response.saved)
  expect(read.updated_at).toBe('2026-03-10T08:00:00.000Z')
  expect(read.steps.plan.version).toBe(0)
})

test.each([
  ['risk', { verdict: 'maybe', missed: '' }, ['form.verdict']],
  ['risk', { verdict: 'right', missed: '', mood: 'good' }, ['form.mood']],
  ['risk', { verdict: 'superb', missed: 'x'.repeat(20_001) }, ['form.verdict', 'form.missed']],
  [
    'incidents',
    {
      window_start: '1 March',
      window_end: null,
      decisions: [
        { incident: 'INC1', decision: 'rejected', reason: '' },
        { incident: 'INC1', decision: 'confirmed', reason: '' },
      ],
      is_none_caused: false,
    },
    ['form.window_start', 'form.decisions'],
  ],
] as const)('an invalid form is rejected by the names of its fields %s %j', async (step, form, fields) => {
  const review = await newReview(`CHG-BAD-${step}-${fields.join()}`)
  const saving = saveReviewStep(createContext(database.db), review.reference, step, { version: 0, form })
  await expect(saving).rejects.toMatchObject({ code: 'invalid_parameter' })
  const details = await saving.catch(({ details: found }) => found)
  expect(details.map(({ field }: { field: string }) => field)).toEqual(fields)
  expect((await getReview(createContext(database.db), review.reference)).steps[step].version).toBe(0)
})

test('an outdated version writes nothing', async () => {
  const review = await newReview('CHG-STALE')
  const ctx = createContext(database.db)
  await saveStep(ctx, review, 'risk', { verdict: 'right' })
  for (const version of [0, 2]) {
    const form = { verdict: 'too_high', missed: 'All of it' }
    await expect(saveReviewStep(ctx, review.reference, 'risk', { version, form })).rejects.toMatchObject({
      code: 'precondition_failed',
    })
  }
  expect((await getReview(ctx, review.reference)).steps.risk).toMatchObject({ version: 1, form: { verdict: 'right' } })
})

test('of concurrent saves of one version exactly one wins, for the first save and for later ones', async () => {
  const review = await newReview('CHG-PARALLEL')
  for (const version of [0, 1]) {
    const saves = Array.from({ length: 10 }, (_, at) =>
      saveReviewStep(createContext(database.db), review.reference, 'risk', {
        version,
        form: { verdict: 'too_low', missed: `Writer ${at} over ${version}` },
      }),
    )
    const results = await Promise.allSettled(saves)
    const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.saved.form] : []))
    const lost = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    expect(won).toHaveLength(1)
    expect(lost).toEqual(Array(9).fill('precondition_failed'))
    const { risk } = (await getReview(createContext(database.db), review.reference)).steps
    expect(risk).toMatchObject({ version: version + 1, form: won[0] })
  }
})

test('repeating a save after a lost response returns the stored form and writes no history', async () => {
  const review = await newReview('CHG-REPEAT')
  const save = () =>
    saveReviewStep(createContext(database.db), review.reference, 'risk', {
      version: 0,
      form: { missed: '', verdict: 'right' },
    })
  const first = await save()
  expect(await save()).toEqual(first)
  expect(await savedEvents(review)).toEqual([{ 'risk.verdict': { from: null, to: 'right' } }])
})

test('the history records each changed field, and nothing without changes', async () => {
  const review = await newReview('CHG-HISTORY')
  const ctx = createContext(database.db)
  const [first = '', second = ''] = planKeys
  const steps = [
    { key: first, result: 'done' as const, note: '' },
    { key: second, result: 'done' as const, note: '' },
  ]
  await saveStep(ctx, review, 'outcome', {})
  await saveStep(ctx, review, 'plan', { steps, notes: 'Late.' })
  const read = await getReview(ctx, review.reference)
  const later = createContext(database.db, callum, '2026-03-11T08:00:00.000Z')
  await saveStep(later, read, 'plan', { steps: [steps[0], { ...steps[1], result: 'deviated' }] as typeof steps })
  expect(await savedEvents(review)).toEqual([
    {
      [`plan.steps.${first}`]: { from: null, to: steps[0] },
      [`plan.steps.${second}`]: { from: null, to: steps[1] },
      'plan.notes': { from: '', to: 'Late.' },
    },
    { [`plan.steps.${second}.result`]: { from: 'done', to: 'deviated' } },
  ])
})

test('actual times stay in the review; a completed review is read-only', async () => {
  const review = await newReview('CHG-CLOSED')
  const ctx = createContext(database.db)
  await fillReview(ctx, review)
  await completeReview(ctx, review.reference, {})
  const { steps } = await getReview(ctx, review.reference)
  const saving = saveReviewStep(ctx, review.reference, 'risk', {
    version: steps.risk.version,
    form: { ...steps.risk.form, missed: 'One more thing' },
  })
  await expect(saving).rejects.toMatchObject({ code: 'conflict' })
  expect((await getReview(ctx, review.reference)).steps).toEqual(steps)
})
