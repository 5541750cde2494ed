import { expect, test } from 'vitest'
import { getChange } from '#server/changes/queries.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { findChangeDecision } from '#server/policy/find-change-decision.ts'
import { decideChange, readDecisionBasis } from '#server/reviews/policy/decide-change.ts'
import { proposeAnswers } from '#server/reviews/proposals.ts'
import { findReview, getReview } from '#server/reviews/queries.ts'
import {
  callum,
  createContext,
  insertArticle,
  insertChange,
  newAction,
  noor,
  saveStep,
} from '#server/reviews/testing.ts'
import { auditEvents } from '#server/schema/history.ts'
import { counters, reviews } from '#server/schema/reviews.ts'
import { startReview } from './start.ts'

const database = provideTestDatabase()

const createContextOfYear = (year: number) => createContext(database.db, noor, `${year}-06-01T08:00:00.000Z`)

test('a review and the decision on its change are found by any spelling of the number', async () => {
  const ctx = createContext(database.db)
  const number = await insertChange(database.db, 'CHG0030022')
  await decideChange(ctx, number, await readDecisionBasis(ctx, [number]))
  const review = await startReview(ctx, number)
  for (const spelling of [number, 'chg0030022', 'Change CHG0030022']) {
    expect(await findReview(ctx, spelling)).toEqual(review)
    expect(await findChangeDecision(ctx, spelling)).toMatchObject({ change_number: number })
    expect(await proposeAnswers(ctx, spelling, [{ field: 'risk.missed', value: 'Disk full' }])).toBe(review.reference)
  }
})

test('a review starts with the data of its change, and leaves the change unchanged', async () => {
  const ctx = createContext(database.db)
  const number = await insertChange(database.db, 'CHG-START')
  const before = await getChange(ctx, number)
  expect(await findReview(ctx, number)).toBeNull()
  const review = await startReview(ctx, number)
  expect(review).toMatchObject({
    reference: expect.stringMatching(/^PIR-2026-\d{4}$/),
    change_number: number,
    status: 'in_progress',
    reviewer: noor.email,
    reviewer_name: noor.name,
    steps: {
      plan: { version: 0, saved_at: null, form: { actual_start: before.actual_start, is_objective_met: null } },
      incidents: { form: { window_start: '2026-03-01T01:05:00.000Z', window_end: '2026-03-08T02:55:00.000Z' } },
    },
  })
  expect(await findReview(ctx, number)).toEqual(review)
  expect(await getReview(ctx, review.reference)).toEqual(review)
  expect(await getChange(ctx, number)).toEqual(before)
  const events = await readRows(database.db, auditEvents, { entityId: review.reference })
  expect(events.map(({ action, entityType, actorName }) => [action, entityType, actorName])).toEqual([
    ['create', 'review', noor.name],
  ])
})

test('starting again returns the existing review with its saved steps, for any caller', async () => {
  const number = await insertChange(database.db, 'CHG-AGAIN')
  const first = await startReview(createContext(database.db), number)
  await saveStep(createContext(database.db), first, 'risk', { verdict: 'right' })
  const again = await startReview(createContext(database.db, callum), 'chg-again')
  expect(again).toMatchObject({ reference: first.reference, reviewer: noor.email, steps: { risk: { version: 1 } } })
})

/** As many as a test has connections, for which the others would wait. */
const concurrent = 5

test('concurrent starts for one change create one review and use one number', async () => {
  const number = await insertChange(database.db, 'CHG-RACE')
  const started = await Promise.all(
    Array.from({ length: concurrent }, (_, at) =>
      startReview(createContext(database.db, at % 2 ? noor : callum), number),
    ),
  )
  expect(new Set(started.map(({ reference }) => reference)).size).toBe(1)
  expect(await readRows(database.db, reviews, { changeNumber: number })).toHaveLength(1)
})

test('concurrent starts for as many changes get consecutive references', async () => {
  const numbers = Array.from({ length: concurrent }, (_, at) => `CHG-MANY-${at}`)
  for (const number of numbers) await insertChange(database.db, number)
  const started = await Promise.all(numbers.map((number) => startReview(createContextOfYear(2031), number)))
  const expected = numbers.map((_, at) => `PIR-2031-${String(at + 1).padStart(4, '0')}`)
  expect(started.map(({ reference }) => reference).toSorted()).toEqual(expected)
})

test('references used by changes, actions and articles are skipped', async () => {
  await insertChange(database.db, 'CHG-NAMES-1', { pirReference: 'PIR-2032-0001' })
  await createImprovement(
    createContextOfYear(2032),
    newAction('PIR-2032-0002', { title: 'Act', owner: 'a@b.example', target_date: '2032-01-01' }),
  )
  await insertArticle(database.db, 'kb_names', { sourcePir: 'PIR-2032-0003' })
  const review = await startReview(createContextOfYear(2032), await insertChange(database.db, 'CHG-NAMES-2'))
  expect(review.reference).toBe('PIR-2032-0004')
})

test('the reference of the change is used, unless another review has it', async () => {
  const named = { pirReference: 'PIR-2033-0007' }
  const first = await startReview(createContextOfYear(2033), await insertChange(database.db, 'CHG-NAMED-1', named))
  const second = await startReview(createContextOfYear(2033), await insertChange(database.db, 'CHG-NAMED-2', named))
  const ofAnotherSystem = { pirReference: 'review/7' }
  const third = await startReview(
    createContextOfYear(2033),
    await insertChange(database.db, 'CHG-NAMED-3', ofAnotherSystem),
  )
  expect([first, second, third].map(({ reference }) => reference)).toEqual([
    'PIR-2033-0007',
    'PIR-2033-0001',
    'PIR-2033-0002',
  ])
})

test('after 9999, references have five digits', async () => {
  await database.db.insert(counters).values({ series: 'PIR-2034', last: 9_998 })
  const numbers = ['CHG-FIVE-1', 'CHG-FIVE-2']
  for (const number of numbers) await insertChange(database.db, number)
  const references = []
  for (const number of numbers) references.push((await startReview(createContextOfYear(2034), number)).reference)
  expect(references).toEqual(['PIR-2034-9999', 'PIR-2034-10000'])
})
