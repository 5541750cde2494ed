import { expect, test } from 'vitest'
import { getInsights as getInsightsContract } from '#lib/contracts/app/metrics.ts'
import { getChange } from '#server/changes/queries.ts'
import { getInsights } from '#server/insights/get-insights.ts'
import { readRows } from '#server/platform/db/testing.ts'
import { testToken } from '#server/platform/runtime/testing-context.ts'
import { completeReview } from '#server/reviews/commands/complete.ts'
import { reopenReview } from '#server/reviews/commands/reopen.ts'
import { findReview } from '#server/reviews/queries.ts'
import { insertOwed, noor } from '#server/reviews/testing.ts'
import { provideReviews } from '#server/reviews/testing-reviews.ts'
import { listReviewVersions } from '#server/reviews/versions.ts'
import { notifications } from '#server/schema/notifications.ts'
import { reviews } from '#server/schema/reviews.ts'
import { listQueue } from '#server/worklist/queue/queries.ts'
import { updateChange } from './update-change.ts'

const { database, as: person, filled, listEvents } = provideReviews({ people: [], hasRules: false })

const now = '2026-03-12T10:00:00.000Z'
const token = () => person(testToken, now)
const listOpen = async () => {
  const open = { query: 'is_overdue = true OR review_status IN (not_started, in_progress)', page: 1, limit: 100 }
  return (await listQueue(token(), open)).rows.map(({ number }) => number)
}

async function completedInPages(number: string): Promise<string> {
  const reference = await filled(number)
  await completeReview(person(), reference, {})
  return reference
}

test('a token completes a review that needs no sign-off: it leaves the queue, completed through the API', async () => {
  const reference = await insertOwed(database.db, 'CHG-SETTLE', {
    dueOn: '2026-03-01',
    reviewer: noor.email,
    reviewerName: noor.name,
  })
  expect(await listOpen()).toContain('CHG-SETTLE')
  const change = await updateChange(token(), 'CHG-SETTLE', { pir_completed: true, pir_outcome: 'successful' }, [1])
  expect(change).toMatchObject({ pir_completed: true, pir_reference: reference, state: 'review', version: 2 })
  expect(await getChange(token(), 'CHG-SETTLE')).toEqual(change)
  expect(await findReview(person(), 'CHG-SETTLE')).toMatchObject({
    status: 'completed',
    completed_through: 'api',
    completed_by: testToken.name,
    completed_at: now,
    signed_off_by: null,
    signed_off_at: null,
    completions: 1,
  })
  expect(await listOpen()).not.toContain('CHG-SETTLE')
  expect((await listReviewVersions(token(), reference)).versions).toMatchObject([{ number: 1, outcome: 'successful' }])
  const [event] = await listEvents(reference)
  expect(event).toMatchObject({
    actorKind: 'token',
    actorName: testToken.name,
    changes: { status: { from: 'not_started', to: 'completed' }, completed_through: { from: null, to: 'api' } },
  })
  const notified = await readRows(database.db, notifications, { recipient: noor.email })
  expect(notified.map(({ title }) => title)).toEqual([
    `ServiceNow sync completed the review ${reference} through the API`,
  ])
})

test('a settled review counts once: completed, not overdue, and not as an overridden proposal', async () => {
  const service = { affectedServices: ['counted-service'] }
  await insertOwed(database.db, 'CHG-COUNT', { dueOn: '2026-03-04', reviewer: noor.email }, service)
  const numerators = async () => {
    const query = getInsightsContract.query.parse({ from: '2026-03-01', to: '2026-03-31', service: 'counted-service' })
    const { metrics } = await getInsights(token(), query)
    return Object.fromEntries(metrics.map(({ name, numerator }) => [name, numerator]))
  }
  expect(await numerators()).toMatchObject({ overdue_reviews: 1, days_to_review: 0 })
  await updateChange(token(), 'CHG-COUNT', { pir_completed: true, pir_outcome: 'failed' })
  await updateChange(token(), 'CHG-COUNT', { pir_outcome: 'successful' })
  expect(await numerators()).toMatchObject({ overdue_reviews: 0, days_to_review: 1, overridden_proposals: 0 })
})

test('the reference of the request or of the change is stored, and null clears it', async () => {
  await insertOwed(database.db, 'CHG-REF')
  const given = { pir_completed: true, pir_reference: 'EXT-7' }
  expect(await updateChange(token(), 'CHG-REF', given)).toMatchObject({ pir_reference: 'EXT-7' })
  await insertOwed(database.db, 'CHG-REF-HAD', {}, { pirReference: 'EXT-8' })
  expect(await updateChange(token(), 'CHG-REF-HAD', { pir_completed: true })).toMatchObject({ pir_reference: 'EXT-8' })
  await insertOwed(database.db, 'CHG-REF-NULL')
  const cleared = { pir_completed: true, pir_reference: null }
  expect(await updateChange(token(), 'CHG-REF-NULL', cleared)).toMatchObject({ pir_reference: null })
})

test('repeating the request changes nothing, and of ten concurrent ones one settles the review', async () => {
  const reference = await insertOwed(database.db, 'CHG-TEN')
  const patch = { pir_completed: true, pir_reference: reference, pir_outcome: 'failed' } as const
  const responses = await Promise.all(Array.from({ length: 10 }, () => updateChange(token(), 'CHG-TEN', patch)))
  expect(responses.map(({ version }) => version)).toEqual(Array(10).fill(2))
  expect(await listEvents('CHG-TEN')).toHaveLength(1)
  expect(await listEvents(reference)).toHaveLength(1)
  expect(await findReview(person(), 'CHG-TEN')).toMatchObject({ completions: 1 })
})

test.each([false, null])('pir_completed %s reopens a settled review in its previous state', async (undone) => {
  const number = `CHG-UNDO-${undone}`
  const reference = await insertOwed(database.db, number, { dueOn: '2026-03-16' })
  await updateChange(token(), number, { pir_completed: true, pir_outcome: 'failed' })
  await updateChange(token(), number, { pir_completed: undone })
  expect(await findReview(person(), number)).toMatchObject({
    status: 'not_started',
    due_on: '2026-03-16',
    completed_at: null,
    completed_by: null,
    completed_through: null,
    returned: { kind: 'reopened', by: testToken.name },
  })
  expect((await listReviewVersions(token(), reference)).versions).toMatchObject([{ reopened_by: testToken.name }])
  await updateChange(token(), number, { pir_completed: true, pir_outcome: 'successful' })
  expect(await findReview(person(), number)).toMatchObject({ status: 'completed', completions: 2, returned: null })
})

test('pir_completed false reopens a review completed in the pages and keeps its version', async () => {
  const reference = await completedInPages('CHG-UNDO-PAGES')
  await updateChange(token(), 'CHG-UNDO-PAGES', { pir_completed: false })
  expect(await findReview(person(), 'CHG-UNDO-PAGES')).toMatchObject({
    status: 'in_progress',
    writers: [noor.email],
  })
  expect((await listReviewVersions(token(), reference)).versions).toMatchObject([{ outcome: 'successful' }])
})

test("a token's write to the change of a completed review is noted on the review until it is reopened", async () => {
  const reference = await completedInPages('CHG-NOTE')
  await updateChange(token(), 'CHG-NOTE', { pir_outcome: 'failed' })
  await updateChange(token(), 'CHG-NOTE', { pir_date: '2026-03-11' })
  const note = { by: testToken.name, at: now, pir_outcome: 'failed', pir_date: '2026-03-11' }
  expect(await findReview(person(), 'CHG-NOTE')).toMatchObject({
    status: 'completed',
    completed_through: 'review',
    set_through_api: note,
  })
  expect((await listEvents(reference)).slice(-2).map((event) => event.changes)).toEqual([
    { pir_outcome: { from: 'successful', to: 'failed' } },
    { pir_date: { from: '2026-03-10', to: '2026-03-11' } },
  ])
  expect(await reopenReview(person(), reference, 'Look again.')).toMatchObject({ set_through_api: null })
})

test('if the history of the review cannot be written, the change stays unchanged', async () => {
  const reference = await insertOwed(database.db, 'CHG-HALF')
  await database.pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
     create trigger refuse before insert on audit_events for each row
       when (new.entity_id = '${reference}') execute function refuse()`,
  )
  await expect(updateChange(token(), 'CHG-HALF', { pir_completed: true })).rejects.toThrow()
  await database.pool.query('drop trigger refuse on audit_events')
  expect(await getChange(token(), 'CHG-HALF')).toMatchObject({ pir_completed: false, version: 1 })
  const [row] = await readRows(database.db, reviews, { reference })
  expect(row).toMatchObject({ status: 'not_started', completedAt: null })
})
