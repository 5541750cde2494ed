import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getChange } from '#server/changes/queries.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { readRows } from '#server/platform/db/testing.ts'
import { getReview } from '#server/reviews/queries.ts'
import { callum, fillReview, henrike, insertOwed, newAction, noor, saveStep } from '#server/reviews/testing.ts'
import { provideReviews } from '#server/reviews/testing-reviews.ts'
import { listReviewVersions } from '#server/reviews/versions.ts'
import { notifications } from '#server/schema/notifications.ts'
import { holidays } from '#server/schema/policy.ts'
import { reviews, reviewVersions } from '#server/schema/reviews.ts'
import { completeReview } from './complete.ts'
import { reopenReview } from './reopen.ts'
import { startReview } from './start.ts'

const { database, as, filled, listEvents } = provideReviews({ people: [], hasRules: false })

const completed = async (number: string) =>
  completeReview(as(noor, '2026-03-12T10:00:00.000Z'), await filled(number), {})

test('reopening keeps the version and the state of the change, but clears its completion', async () => {
  const { reference } = await completed('CHG-AGAIN')
  const at = '2026-03-20T09:30:00.000Z'
  const review = await reopenReview(as(henrike, at), reference, 'A fourth incident.')
  expect(review).toMatchObject({
    status: 'in_progress',
    completed_at: null,
    completed_by: null,
    proposed_outcome: null,
    completions: 1,
    returned: { kind: 'reopened', at, by: henrike.name, reason: 'A fourth incident.' },
    steps: { outcome: { form: { outcome: 'successful' } } },
  })
  expect(await getChange(as(), 'CHG-AGAIN')).toMatchObject({
    state: 'closed',
    pir_completed: false,
    pir_reference: reference,
    pir_outcome: 'successful',
    pir_date: '2026-03-12',
    version: 3,
  })
  const { versions } = await listReviewVersions(as(), reference)
  expect(versions).toMatchObject([
    {
      number: 1,
      completed_by: noor.name,
      outcome: 'successful',
      reopened_at: at,
      reopened_by: henrike.name,
      reopen_reason: 'A fourth incident.',
    },
  ])
  expect((await listEvents(reference)).at(-1)?.changes).toEqual({
    status: { from: 'completed', to: 'in_progress' },
    reopen_reason: { from: null, to: 'A fourth incident.' },
  })
  const [notice] = await readRows(database.db, notifications, { kind: 'review_reopened' })
  expect(notice?.body).toContain('A fourth incident.')
})

test('completing again adds a second version; the first is unchanged', async () => {
  const { reference } = await completed('CHG-TWICE')
  const first = await listReviewVersions(as(), reference)
  const review = await reopenReview(as(), reference, 'Look again.')
  await saveStep(as(), review, 'plan', { is_objective_met: 'partly' })
  await saveStep(as(), review, 'outcome', { outcome: 'successful', justification: 'The rest follows.' })
  await saveStep(as(), review, 'improvements', { is_none_needed: false })
  await createImprovement(as(), newAction(reference, { title: 'Do the rest' }))
  const again = await completeReview(as(callum, '2026-03-25T10:00:00.000Z'), reference, {})
  expect(again).toMatchObject({ completions: 2, returned: null, proposed_outcome: 'partially_successful' })
  const { versions, today } = await listReviewVersions(as(), reference)
  expect(versions.map(({ number, completed_by: by, reopened_at: at }) => [number, by, at !== null])).toEqual([
    [1, noor.name, true],
    [2, callum.name, false],
  ])
  expect(versions[0]?.said).toEqual(first.versions[0]?.said)
  expect(versions[1]?.said).toMatchObject({
    proposed_outcome: 'partially_successful',
    pir_date: '2026-03-25',
    forms: { plan: { is_objective_met: 'partly' } },
    improvements: [{ title: 'Do the rest', status: 'open' }],
  })
  expect(versions[1]?.said).toEqual(today)
  expect(await getChange(as(), 'CHG-TWICE')).toMatchObject({ pir_completed: true, pir_date: '2026-03-25' })
})

test('a review completed before versions existed gets one when it is reopened', async () => {
  const { reference } = await completed('CHG-OLD')
  await database.db.delete(reviewVersions).where(eq(reviewVersions.reference, reference))
  await reopenReview(as(), reference, 'Look again.')
  const { versions } = await listReviewVersions(as(), reference)
  expect(versions).toMatchObject([{ number: 1, outcome: 'successful', reopen_reason: 'Look again.' }])
})

test('a review with a due date gets a new one, in business days', async () => {
  await database.db.insert(holidays).values({ day: '2026-03-23', name: 'Founders', origin: 'entry' })
  const reference = await insertOwed(database.db, 'CHG-DUE', { dueOn: '2026-03-10' }, { type: 'emergency' })
  await fillReview(as(), await startReview(as(), 'CHG-DUE'))
  await completeReview(as(), reference, {})
  const review = await reopenReview(as(henrike, '2026-03-20T09:30:00.000Z'), reference, 'Look again.')
  expect(review.due_on).toBe('2026-03-30')
  const dueDates = { due_on: { from: '2026-03-10', to: '2026-03-30' } }
  expect((await listEvents(reference)).at(-1)).toMatchObject({ changes: dueDates })
})

test('is allowed for its reviewer and managers, and for completed reviews', async () => {
  const { reference } = await completed('CHG-WHO')
  await expect(reopenReview(as(callum), reference, 'Why not')).rejects.toMatchObject({ code: 'forbidden' })
  const results = await Promise.allSettled([
    reopenReview(as(henrike), reference, 'One'),
    reopenReview(as(noor), reference, 'Other'),
  ])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(reopenReview(as(henrike), reference, 'Again')).rejects.toMatchObject({ code: 'conflict' })
  await expect(reopenReview(as(henrike), 'PIR-NONE', 'x')).rejects.toMatchObject({ code: 'not_found' })
  const [row] = await readRows(database.db, reviews, { reference })
  expect(row?.status).toBe('in_progress')
  expect((await getReview(as(), reference)).completions).toBe(1)
})
