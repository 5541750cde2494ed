import { expect, test } from 'vitest'
import { getChange } from '#server/changes/queries.ts'
import { updateImprovement } from '#server/improvements/commands.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { getReview } from '#server/reviews/queries.ts'
import { callum, insertIncident, newAction, saveStep } from '#server/reviews/testing.ts'
import { provideReviews } from '#server/reviews/testing-reviews.ts'
import { completeReview } from './complete.ts'

const { database, as, filled, listEvents } = provideReviews({ people: [], hasRules: false })

test('completing writes review, change and history, and closes the change', async () => {
  const reference = await filled('CHG-DONE')
  const ctx = as(callum, '2026-03-12T23:59:00.000Z')
  const review = await completeReview(ctx, reference, {})
  expect(review).toMatchObject({
    status: 'completed',
    completed_at: '2026-03-12T23:59:00.000Z',
    completed_by: callum.name,
    steps: { outcome: { form: { outcome: 'successful' } } },
  })
  expect(await getReview(ctx, reference)).toEqual(review)
  expect(await getChange(ctx, 'CHG-DONE')).toMatchObject({
    state: 'closed',
    pir_completed: true,
    pir_reference: reference,
    pir_outcome: 'successful',
    pir_date: '2026-03-12',
    version: 2,
    updated_at: '2026-03-12T23:59:00.000Z',
  })
  const change = (await listEvents('CHG-DONE')).at(-1)
  expect(change).toMatchObject({
    action: 'update',
    actorName: callum.name,
    changes: {
      pir_completed: { from: false, to: true },
      pir_reference: { from: null, to: reference },
      pir_outcome: { from: null, to: 'successful' },
      pir_date: { from: null, to: '2026-03-12' },
      state: { from: 'review', to: 'closed' },
    },
  })
  expect((await listEvents(reference)).at(-1)?.changes).toEqual({
    status: { from: 'in_progress', to: 'completed' },
    pir_outcome: { from: null, to: 'successful' },
  })
})

test('the date can be set, and a change in another state keeps its state', async () => {
  const reference = await filled('CHG-IMPLEMENT', { state: 'implement' })
  await completeReview(as(), reference, { pir_date: '2026-03-05' })
  expect(await getChange(as(), 'CHG-IMPLEMENT')).toMatchObject({
    state: 'implement',
    pir_date: '2026-03-05',
  })
})

test('an incomplete review is rejected with everything that is missing, and nothing is written', async () => {
  const ctx = as()
  const reference = await filled('CHG-LACKS')
  await insertIncident(database.db, 'INC-LACKS', 'CHG-LACKS')
  const read = await getReview(ctx, reference)
  await saveStep(ctx, read, 'plan', { is_objective_met: null })
  const before = await Promise.all([getReview(ctx, reference), getChange(ctx, 'CHG-LACKS'), listEvents(reference)])
  await expect(completeReview(ctx, reference, {})).rejects.toMatchObject({
    code: 'conflict',
    message: 'The review cannot be completed: 2 things are missing.',
    details: [
      { field: 'plan.is_objective_met', in: 'body', issue: 'Say whether the objective was met.' },
      { field: 'incidents.decisions', in: 'body', issue: 'Confirm or reject INC-LACKS: it names this change.' },
    ],
  })
  expect(await Promise.all([getReview(ctx, reference), getChange(ctx, 'CHG-LACKS'), listEvents(reference)])).toEqual(
    before,
  )
})

test('improvement actions count unless they are cancelled', async () => {
  const ctx = as()
  const reference = await filled('CHG-ACTIONS')
  await saveStep(ctx, await getReview(ctx, reference), 'improvements', { is_none_needed: false })
  const action = newAction(reference, { title: 'Act', owner: 'a@b.example', target_date: '2026-05-01' })
  const { id } = await createImprovement(ctx, action)
  await updateImprovement(ctx, id, { status: 'cancelled', reason: 'Not needed' })
  await expect(completeReview(ctx, reference, {})).rejects.toMatchObject({
    details: [{ field: 'improvements.is_none_needed' }],
  })
  await createImprovement(ctx, action)
  expect(await completeReview(ctx, reference, {})).toMatchObject({ status: 'completed' })
})

test('of 10 concurrent completions one succeeds, the others are rejected', async () => {
  const reference = await filled('CHG-ONCE')
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => completeReview(as(), reference, {})))
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(refused).toEqual(Array(9).fill('conflict'))
  expect((await getChange(as(), 'CHG-ONCE')).version).toBe(2)
  const written = (await listEvents('CHG-ONCE')).map(({ action, entityType }) => `${action} ${entityType}`)
  expect(written).toEqual(['create policy_decision', 'update change'])
})

test('a concurrent save and completion: the stored form is the completed one', async () => {
  const reference = await filled('CHG-SAVE-RACE')
  const ctx = as()
  const read = await getReview(ctx, reference)
  const [completion, saving] = await Promise.allSettled([
    completeReview(ctx, reference, {}),
    saveStep(ctx, read, 'plan', { is_objective_met: 'no' }),
  ])
  expect([completion, saving].filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const after = await getReview(ctx, reference)
  expect([after.status, after.steps.plan.form.is_objective_met]).toEqual(
    completion.status === 'fulfilled' ? ['completed', 'yes'] : ['in_progress', 'no'],
  )
})
