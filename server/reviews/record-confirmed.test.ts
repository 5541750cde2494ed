import { expect, test } from 'vitest'
import { HistoryEvent } from '#lib/contracts/app/history.ts'
import type { ReviewForm } from '#lib/contracts/app/review-forms.ts'
import { Incident } from '#lib/contracts/incidents.ts'
import { answersOf } from '#lib/review/testing-answers.ts'
import { listHistory } from '#server/history/queries.ts'
import { importFile } from '#server/import/import-file.ts'
import { writeTemporaryFile } from '#server/import/testing.ts'
import { listIncidents } from '#server/incidents/queries.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { testPerson } from '#server/platform/runtime/testing-context.ts'
import { incidents } from '#server/schema/changes.ts'
import { completeReview } from './commands/complete.ts'
import { completeCleanReviews } from './commands/complete-clean.ts'
import { reopenReview } from './commands/reopen.ts'
import { startReview } from './commands/start.ts'
import { getReview } from './queries.ts'
import {
  callum,
  createContext,
  fillReview,
  insertChange,
  insertIncident,
  insertOwed,
  noor,
  saveStep,
} from './testing.ts'

type IncidentDecision = ReviewForm<'incidents'>['decisions'][number]

const database = provideTestDatabase({ pipeline: false })

const later = '2026-03-11T09:00:00.000Z'
const confirmed = (incident: string): IncidentDecision => ({ incident, decision: 'confirmed', reason: '' })
const rejected = (incident: string): IncidentDecision => ({ incident, decision: 'rejected', reason: 'A printer.' })

const newReview = async (number: string) =>
  startReview(createContext(database.db), await insertChange(database.db, number))

/** Saves the decisions of a review, replacing the saved ones. */
async function decide(reference: string, ...decisions: IncidentDecision[]): Promise<void> {
  const review = await getReview(createContext(database.db), reference)
  const isNone = decisions.every(({ decision }) => decision === 'rejected')
  await saveStep(createContext(database.db, noor, later), review, 'incidents', { decisions, is_none_caused: isNone })
}

async function getIncidentRow(number: string) {
  const [row] = await readRows(database.db, incidents, { number })
  if (!row) throw new Error(`no incident ${number}`)
  return row
}
const getCause = async (number: string) => (await getIncidentRow(number)).causedByChange

async function causeHistory(number: string) {
  const page = { entity_type: 'incident', entity_id: number, page: 1, limit: 50 }
  const { rows } = await listHistory(createContext(database.db, testPerson('manager')), page)
  return rows.map((row) => HistoryEvent.parse(row)).toReversed()
}

test('a confirmed incident names the change until it is rejected or withdrawn', async () => {
  await insertIncident(database.db, 'INC-A', null)
  await insertIncident(database.db, 'INC-A2', 'CHG-A')
  const { reference } = await newReview('CHG-A')
  await decide(reference, confirmed('INC-A'), rejected('INC-A2'))
  expect(await getIncidentRow('INC-A')).toMatchObject({
    causedByChange: 'CHG-A',
    relatedChange: null,
    updatedAt: later,
  })
  expect(await getIncidentRow('INC-A2')).toMatchObject({ causedByChange: null, updatedAt: '2026-03-01T04:00:00.000Z' })
  await decide(reference, rejected('INC-A'))
  expect(await getCause('INC-A')).toBeNull()
  await decide(reference, confirmed('INC-A'))
  await decide(reference)
  expect(await getCause('INC-A')).toBeNull()
  const [first, second] = await causeHistory('INC-A')
  expect(await causeHistory('INC-A')).toHaveLength(4)
  expect(first).toMatchObject({ action: 'update', changes: { caused_by_change: { from: null, to: 'CHG-A' } } })
  expect(second?.changes).toEqual({ caused_by_change: { from: 'CHG-A', to: null } })
})

test('the list of incidents shows it, filters by it, and is up to date', async () => {
  await insertIncident(database.db, 'INC-B', null)
  const { reference } = await newReview('CHG-B')
  const input = { query: 'caused_by_change = CHG-B', page: 1, limit: 10 }
  const found = () => listIncidents(createContext(database.db), input)
  for (const _ of [1, 2, 3]) expect((await found()).total).toBe(0)
  await decide(reference, confirmed('INC-B'))
  const { rows, total } = await found()
  expect(total).toBe(1)
  expect(Incident.parse(rows[0])).toMatchObject({ number: 'INC-B', caused_by_change: 'CHG-B' })
})

test('an incident confirmed by another review is rejected, naming change and review', async () => {
  await insertIncident(database.db, 'INC-C', null)
  const one = await newReview('CHG-C1')
  const other = await newReview('CHG-C2')
  await decide(one.reference, confirmed('INC-C'))
  await expect(decide(other.reference, confirmed('INC-C'))).rejects.toMatchObject({
    code: 'conflict',
    message: `INC-C is already confirmed as caused by CHG-C1 (${one.reference}). Withdraw it there first, or reject it here.`,
    details: [{ field: 'form.decisions' }],
  })
  expect((await getReview(createContext(database.db), other.reference)).steps.incidents.version).toBe(0)
  await decide(other.reference, rejected('INC-C'))
  expect(await getCause('INC-C')).toBe('CHG-C1')
  await decide(one.reference)
  await decide(other.reference, confirmed('INC-C'))
  expect(await getCause('INC-C')).toBe('CHG-C2')
})

test('of two reviews that confirm the same incident concurrently exactly one succeeds', async () => {
  await insertIncident(database.db, 'INC-D', null)
  const made = await Promise.all(['CHG-D1', 'CHG-D2', 'CHG-D3', 'CHG-D4'].map(newReview))
  const results = await Promise.allSettled(made.map(({ reference }) => decide(reference, confirmed('INC-D'))))
  const won = made.filter((_, at) => results[at]?.status === 'fulfilled')
  expect(won).toHaveLength(1)
  expect(await getCause('INC-D')).toBe(won[0]?.change_number)
  const lost = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(lost).toEqual(['conflict', 'conflict', 'conflict'])
})

test('reopening keeps it, and the next decision changes it', async () => {
  await insertIncident(database.db, 'INC-F', null)
  // The incidents of the other tests are urgent, and on the services of their changes.
  const number = await insertChange(database.db, 'CHG-F', { affectedServices: ['dns'] })
  const review = await startReview(createContext(database.db), number)
  const ctx = createContext(database.db)
  await fillReview(ctx, review)
  await decide(review.reference, confirmed('INC-F'))
  const filled = await getReview(ctx, review.reference)
  await saveStep(ctx, filled, 'outcome', answersOf('successful_with_issues'))
  await completeReview(ctx, review.reference, {})
  expect(await getCause('INC-F')).toBe('CHG-F')
  await reopenReview(createContext(database.db, testPerson('manager')), review.reference, 'It began before.')
  expect(await getCause('INC-F')).toBe('CHG-F')
  await decide(review.reference, rejected('INC-F'))
  expect(await getCause('INC-F')).toBeNull()
})

test('a bulk completion keeps what other reviews confirmed', async () => {
  await insertIncident(database.db, 'INC-G', null)
  const other = await newReview('CHG-G1')
  await decide(other.reference, confirmed('INC-G'))
  await insertOwed(database.db, 'CHG-G2', { form: 'short' }, { risk: 'low', affectedServices: ['dns'] })
  const manager = createContext(database.db, testPerson('manager'))
  const { results } = await completeCleanReviews(manager, { reviews: ['CHG-G2'], dry_run: false }, () => 0.9999)
  expect(results.map(({ result }) => result)).toEqual(['completed'])
  expect(await getCause('INC-G')).toBe('CHG-G1')
})

test('an import neither overwrites nor clears it', async () => {
  await insertIncident(database.db, 'INC-H', null)
  const { reference } = await newReview('CHG-H')
  await decide(reference, confirmed('INC-H'))
  const lines = [
    'number,short_description,priority,state,opened_at,related_change,caused_by_change',
    'INC-H,Card payments fail,1 - Critical,closed,2026-03-01T04:00:00Z,CHG-2,',
    'INC-H2,Card payments fail,1 - Critical,closed,2026-03-01T04:00:00Z,,CHG-H',
  ]
  const ctx = { ...createContext(database.db, callum), pool: database.pool }
  const path = await writeTemporaryFile('incidents.csv', `${lines.join('\n')}\n`)
  expect(await importFile(ctx, { entity: 'incidents', path })).toMatchObject({ result: { inserted: 1, updated: 1 } })
  expect(await getIncidentRow('INC-H')).toMatchObject({
    shortDescription: 'Card payments fail',
    relatedChange: 'CHG-2',
    causedByChange: 'CHG-H',
  })
  expect(await getCause('INC-H2')).toBeNull()
})
