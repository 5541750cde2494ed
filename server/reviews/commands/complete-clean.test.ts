import { beforeAll, expect, test } from 'vitest'
import { userActions } from '#lib/actions/record-actions.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { testPerson } from '#server/platform/runtime/testing-context.ts'
import { findReview } from '#server/reviews/queries.ts'
import {
  createContext,
  insertAccount,
  insertIncident,
  insertOwed,
  insertPeople,
  noor,
  planKeys,
  saveStep,
} from '#server/reviews/testing.ts'
import { changes } from '#server/schema/changes.ts'
import { notifications } from '#server/schema/notifications.ts'
import { reviews } from '#server/schema/reviews.ts'
import { completeCleanReviews } from './complete-clean.ts'
import { startReview } from './start.ts'

const manager = testPerson('manager')
const database = provideTestDatabase()
beforeAll(async () => {
  await insertAccount(database.db, manager)
})

const owe = (
  number: string,
  review: Partial<typeof reviews.$inferInsert> = {},
  change: Partial<typeof changes.$inferInsert> = {},
) =>
  insertOwed(database.db, number, { form: 'short', ...review }, { risk: 'low', affectedServices: [number], ...change })

/** Draws none, unless at least ten are clean, and then the first. */
const noChance = () => 0.9999
const run = async (numbers: string[], more: { dry?: boolean; random?: () => number; now?: string } = {}) => {
  const ctx = createContext(database.db, manager, more.now)
  const body = { reviews: numbers, dry_run: more.dry ?? false }
  return (await completeCleanReviews(ctx, body, more.random ?? noChance)).results
}
const pickResults = (results: Awaited<ReturnType<typeof run>>) => results.map(({ result, text }) => [result, text])

async function getReviewOfChange(number: string) {
  const review = await findReview(createContext(database.db), number)
  if (!review) throw new Error(`no review of ${number}`)
  return review
}

test('a clean one is completed by the manager, with a note that says so, and keeps its reviewer', async () => {
  const reference = await owe('CHG-A', { reviewer: noor.email, reviewerName: noor.name })
  expect(pickResults(await run(['CHG-A']))).toEqual([['completed', 'Completed as successful.']])
  const review = await getReviewOfChange('CHG-A')
  expect(review).toMatchObject({
    status: 'completed',
    form_kind: 'short',
    reviewer: noor.email,
    completed_by: manager.name,
    started_at: '2026-03-10T12:00:00.000Z',
  })
  expect(review.steps.plan).toMatchObject({
    saved_by: manager.name,
    form: {
      steps: planKeys.map((key) => ({ key, result: 'done', note: '' })),
      is_backout_used: false,
      is_objective_met: 'yes',
      notes: 'Completed in bulk by Test manager, as a clean change.',
    },
  })
  expect(review.steps.incidents.form).toMatchObject({ decisions: [], is_none_caused: true })
  const [change] = await readRows(database.db, changes, { number: 'CHG-A' })
  expect(change).toMatchObject({
    state: 'closed',
    pirCompleted: true,
    pirReference: reference,
    pirOutcome: 'successful',
    pirDate: '2026-03-10',
  })
})

test('a dry run reports which are clean and why others are not, and writes nothing', async () => {
  const addIncident = (number: string, more: Parameters<typeof insertIncident>[3]) =>
    insertIncident(database.db, number, null, { openedAt: '2026-03-03T00:00:00.000Z', affectedService: null, ...more })
  await owe('CHG-B1')
  await owe('CHG-B2')
  await owe('CHG-B3')
  await owe('CHG-B4', { form: 'full' })
  await owe('CHG-B5', {}, { closeCode: 'backed_out', isUnauthorized: true })
  await owe('CHG-B6', {}, { assignedTo: manager.email })
  await owe('CHG-B7')
  await addIncident('INC-B2', { relatedChange: 'CHG-B2', priorityLevel: 4 })
  await addIncident('INC-B3', { affectedService: 'CHG-B3' })
  await addIncident('INC-B1', { affectedService: 'CHG-B1', priorityLevel: 3 })
  await addIncident('INC-B1b', { affectedService: 'CHG-B1', openedAt: '2026-03-09T00:00:00.000Z' })
  await addIncident('INC-B1c', { affectedService: 'CHG-B1', relatedChange: 'CHG-OTHER' })
  const begun = await startReview(createContext(database.db), 'CHG-B7')
  await saveStep(createContext(database.db), begun, 'risk', { verdict: 'right' })
  const numbers = Array.from({ length: 7 }, (_, at) => `CHG-B${at + 1}`)
  expect(pickResults(await run(numbers, { dry: true }))).toEqual([
    ['clean', 'Can be completed as successful.'],
    ['refused', 'INC-B2 names it.'],
    ['refused', 'Urgent incidents on its services soon after: INC-B3.'],
    ['refused', 'It needs the full form.'],
    ['refused', 'It was closed as backed out. It was implemented without authorization.'],
    ['refused', 'You implemented the change.'],
    ['refused', 'Its form has already been started.'],
  ])
  expect((await getReviewOfChange('CHG-B1')).status).toBe('not_started')
  expect((await run(numbers)).map(({ result }) => result)).toEqual(['completed', ...Array(6).fill('refused')])
  expect((await getReviewOfChange('CHG-B2')).status).toBe('not_started')
})

test('one whose implementer the actor has listed in the directory is not clean', async () => {
  const listed = 'lotte.berg@hindsight.example'
  await insertPeople(database.db, { [listed]: 'Lotte Berg' })
  await recordEvent(createContext(database.db, manager), userActions.create, `usr_${listed}`, {})
  await owe('CHG-L1', {}, { assignedTo: listed })
  expect(pickResults(await run(['CHG-L1'], { dry: true }))).toEqual([['refused', 'It needs a sign-off.']])
})

test('of ten clean ones one is drawn: it stays open, needs the full form and shows why', async () => {
  const numbers = Array.from({ length: 10 }, (_, at) => `CHG-C${at}`)
  for (const number of numbers) await owe(number, { reviewer: noor.email, reviewerName: noor.name })
  const results = await run(numbers, { random: () => 0.25 })
  expect(results.filter(({ result }) => result === 'completed')).toHaveLength(9)
  expect(results[2]).toMatchObject({ result: 'drawn', text: 'Drawn at random for full review.' })
  const drawn = await getReviewOfChange('CHG-C2')
  expect(drawn).toMatchObject({ status: 'not_started', form_kind: 'full', reviewer: noor.email })
  expect(drawn.reasons.map(({ text }) => text)).toEqual([
    'The risk is rated high',
    'Drawn at random from a bulk completion',
  ])
  const notices = await readRows(database.db, notifications, { path: '/changes/CHG-C2/review' })
  expect(notices).toMatchObject([
    { recipient: noor.email, title: 'Your review PIR-CHG-C2 was drawn for the full form' },
  ])
  expect(pickResults(await run(['CHG-C2']))).toEqual([['refused', 'It needs the full form.']])
})

test('two concurrent runs complete each review once', async () => {
  const numbers = ['CHG-D1', 'CHG-D2', 'CHG-D3']
  for (const number of numbers) await owe(number)
  const both = await Promise.all([run(numbers), run([...numbers].reverse())])
  const results = both.flat()
  for (const number of numbers) {
    const ofOne = results.filter(({ item }) => item === number).map(({ result }) => result)
    expect(ofOne.toSorted()).toEqual(['completed', 'refused'])
  }
  const rows = await readRows(database.db, reviews, { status: 'completed' })
  expect(rows.filter(({ changeNumber }) => numbers.includes(changeNumber))).toHaveLength(3)
})

test('one that fails inside a transaction of the caller is rolled back alone', async () => {
  await owe('CHG-E1', {}, { risk: 'high' })
  await owe('CHG-E2')
  const ctx = createContext(database.db, manager)
  const body = { reviews: ['CHG-E1', 'CHG-E2'], dry_run: false }
  const { results } = await database.db.transaction((tx) => completeCleanReviews({ ...ctx, db: tx }, body, noChance))
  expect(results.map(({ result }) => result)).toEqual(['refused', 'completed'])
  expect((await getReviewOfChange('CHG-E2')).status).toBe('completed')
})
