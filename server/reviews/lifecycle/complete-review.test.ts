import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getChange } from '#server/changes/queries.ts'
import { updateImprovement } from '#server/improvements/commands.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { getReview } from '#server/reviews/record/queries.ts'
import { callum, createContext, fillReview, insertChange, insertIncident, saveStep } from '#server/reviews/testing.ts'
import { auditEvents } from '#server/schema/history.ts'
import { completeReview } from './complete-review.ts'
import { startReview } from './start-review.ts'

const database = provideTestDatabase()

async function filledReview(number: string, values: Parameters<typeof insertChange>[2] = {}) {
  const ctx = createContext(database.db)
  const review = await startReview(ctx, await insertChange(database.db, number, values))
  await fillReview(ctx, review)
  return review
}

const listEvents = (id: string) =>
  database.db.select().from(auditEvents).where(eq(auditEvents.entityId, id)).orderBy(auditEvents.id)

test('completing writes review, change and history, and closes the change', async () => {
  const { reference } = await filledReview('CHG-DONE')
  const ctx = createContext(database.db, callum, '2026-03-12T23:59:00.000Z')
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
  const { reference } = await filledReview('CHG-IMPLEMENT', { state: 'implement' })
  await completeReview(createContext(database.db), reference, { pir_date: '2026-03-05' })
  expect(await getChange(createContext(database.db), 'CHG-IMPLEMENT')).toMatchObject({
    state: 'implement',
    pir_date: '2026-03-05',
  })
})

test('an incomplete review is rejected with everything that is missing, and nothing is written', async () => {
  const ctx = createContext(database.db)
  const { reference } = await filledReview('CHG-LACKS')
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
  const ctx = createContext(database.db)
  const { reference } = await filledReview('CHG-ACTIONS')
  await saveStep(ctx, await getReview(ctx, reference), 'improvements', { is_none_needed: false })
  const action = {
    title: 'Act',
    source_type: 'pir',
    source_ref: reference,
    owner: 'a@b.example',
    target_date: '2026-05-01',
  }
  const { id } = await createImprovement(ctx, action)
  await updateImprovement(ctx, id, { status: 'cancelled', reason: 'Not needed' })
  await expect(completeReview(ctx, reference, {})).rejects.toMatchObject({
    details: [{ field: 'improvements.is_none_needed' }],
  })
  await createImprovement(ctx, action)
  expect(await completeReview(ctx, reference, {})).toMatchObject({ status: 'completed' })
})

test('of 10 concurrent completions one succeeds, the others are rejected', async () => {
  const { reference } = await filledReview('CHG-ONCE')
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => completeReview(createContext(database.db), reference, {})),
  )
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(refused).toEqual(Array(9).fill('conflict'))
  expect((await getChange(createContext(database.db), 'CHG-ONCE')).version).toBe(2)
  const written = (await listEvents('CHG-ONCE')).map(({ action, entityType }) => `${action} ${entityType}`)
  expect(written).toEqual(['create policy_decision', 'update change'])
})

test('a concurrent save and completion: the stored form is the completed one', async () => {
  const review = await filledReview('CHG-SAVE-RACE')
  const ctx = createContext(database.db)
  const read = await getReview(ctx, review.reference)
  const [completion, saving] = await Promise.allSettled([
    completeReview(ctx, review.reference, {}),
    saveStep(ctx, read, 'plan', { is_objective_met: 'no' }),
  ])
  expect([completion, saving].filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const after = await getReview(ctx, review.reference)
  expect([after.status, after.steps.plan.form.is_objective_met]).toEqual(
    completion.status === 'fulfilled' ? ['completed', 'yes'] : ['in_progress', 'no'],
  )
})
