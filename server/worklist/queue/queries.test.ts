import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { listQueue as contract } from '#lib/contracts/app/queue.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { completeReview } from '#server/reviews/commands/complete.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { callum, createContext, fillReview, insertChange, insertIncident, noor } from '#server/reviews/testing.ts'
import { changes } from '#server/schema/changes.ts'
import { reviews } from '#server/schema/reviews.ts'
import { listQueue } from './queries.ts'

const emergency = { rule_id: 'rule_1', rule: 'Emergency', text: 'It is an emergency change' }
const sample = { rule_id: 'rule_2', rule: 'Random sample', text: 'Drawn at random' }

const database = provideTestDatabase()
beforeAll(async () => {
  const { db } = database
  await insertChange(db, 'CHG1', {
    title: 'Upgrade 100% of the DATABASE',
    risk: 'low',
    createdAt: '2026-01-01T00:00:00.000Z',
  })
  await insertChange(db, 'CHG2', {
    title: 'Rotate a_certificate',
    risk: 'very_high',
    createdAt: '2026-01-02T00:00:00.000Z',
  })
  await insertChange(db, 'CHG3', {
    title: 'Move a switch',
    risk: null,
    state: 'new',
    createdAt: '2026-01-03T00:00:00.000Z',
    actualEnd: null,
  })
  await insertChange(db, 'chg4', {
    title: 'Zoë’s C:\\temp',
    risk: 'moderate',
    state: 'closed',
    createdAt: '2026-01-04T00:00:00.000Z',
    actualEnd: '2026-02-01T00:00:00.000Z',
  })
  await startReview(createContext(db, callum), 'CHG1')
  const done = await startReview(createContext(db), 'CHG2')
  await fillReview(createContext(db), done)
  await completeReview(createContext(db), done.reference, {})
  await db
    .update(reviews)
    .set({ dueOn: '2026-03-08', needsSignOff: true, form: 'short', reasons: [emergency, sample] })
    .where(eq(reviews.changeNumber, 'CHG1'))
  await db.update(reviews).set({ dueOn: '2026-03-01' }).where(eq(reviews.changeNumber, 'CHG2'))
  await insertIncident(db, 'INC1', 'CHG1')
  await insertIncident(db, 'INC2', 'CHG1')
  await insertIncident(db, 'INC3', null)
})

const list = (query: Record<string, string> = {}) => listQueue(createContext(database.db), contract.query.parse(query))
const numbers = async (query: Record<string, string>) => (await list(query)).rows.map(({ number }) => number)

test('a begun review of the caller in the full form has its open step', async () => {
  const steps = async (email: string) => {
    const { rows } = await listQueue(createContext(database.db, { ...callum, email }), contract.query.parse({}))
    return Object.fromEntries(rows.map(({ number, open_step: step }) => [number, step]))
  }
  const none = { CHG1: null, CHG2: null, CHG3: null, chg4: null }
  expect(await steps(callum.email)).toEqual(none)
  await database.db.update(reviews).set({ form: 'full' }).where(eq(reviews.changeNumber, 'CHG1'))
  expect(await steps(callum.email)).toEqual({ ...none, CHG1: 'plan' })
  expect(await steps(noor.email)).toEqual(none)
  await database.db.update(reviews).set({ form: 'short' }).where(eq(reviews.changeNumber, 'CHG1'))
})

test('each change has its review and its incidents, newest first', async () => {
  const { rows, total } = await list()
  expect(total).toBe(4)
  expect(
    rows.map(({ number, review_status: status, reviewer, incident_count: count }) => [number, status, reviewer, count]),
  ).toEqual([
    ['chg4', 'none', null, 0],
    ['CHG3', 'none', null, 0],
    ['CHG2', 'completed', noor.email, 0],
    ['CHG1', 'in_progress', callum.email, 2],
  ])
  expect(rows[2]?.review_reference).toBe(rows[2]?.pir_reference)
  expect(contract.response.parse({ result: rows, total_count: total }).result).toEqual(rows)
})

test('a row shows since when and why a review is required, and the time left', async () => {
  const { rows } = await list({ search: 'CHG1' })
  expect(rows).toMatchObject([
    {
      form_kind: 'short',
      reasons: [emergency, sample],
      needs_sign_off: true,
      due_on: '2026-03-08',
      due_in_days: -2,
      age_days: 9,
      reminded_at: null,
    },
  ])
  const { rows: done } = await list({ search: 'CHG2' })
  expect(done).toMatchObject([{ form_kind: 'full', reasons: [], due_on: '2026-03-01', due_in_days: null }])
  const { rows: none } = await list({ search: 'CHG3' })
  expect(none).toMatchObject([{ form_kind: null, reasons: [], due_on: null, due_in_days: null, age_days: null }])
})

test('a review without reviewer is unassigned until it is completed', async () => {
  const { db } = database
  await insertChange(db, 'CHG-OWED', { createdAt: '2025-01-01T00:00:00.000Z' })
  const at = '2026-03-02T00:00:00.000Z'
  const owed = { reference: 'PIR-OWED', changeNumber: 'CHG-OWED', origin: 'entry', createdAt: at, updatedAt: at }
  await db.insert(reviews).values({ ...owed, status: 'not_started' })
  expect(await numbers({ query: 'is_unassigned = true' })).toEqual(['CHG-OWED'])
  await db.update(reviews).set({ status: 'completed' }).where(eq(reviews.reference, 'PIR-OWED'))
  expect(await numbers({ query: 'is_unassigned = true' })).toEqual([])
  await db.delete(reviews).where(eq(reviews.reference, 'PIR-OWED'))
  await db.delete(changes).where(eq(changes.number, 'CHG-OWED'))
})

describe('filters', () => {
  test.each([
    ['review_status = none', ['chg4', 'CHG3']],
    ['review_status != none AND risk = low', ['CHG1']],
    ['review_status IN (in_progress, completed)', ['CHG2', 'CHG1']],
    [`reviewer = ${callum.email}`, ['CHG1']],
    [`reviewer != ${callum.email}`, ['chg4', 'CHG3', 'CHG2']],
    ['is_overdue = true', ['CHG1']],
    ['is_overdue = false', ['chg4', 'CHG3', 'CHG2']],
    ['due_on < 2026-03-05', ['CHG2']],
    ['due_in_days >= -2 AND due_in_days <= 6', ['CHG1']],
    ['due_in_days = 0', []],
    ['needs_sign_off = true', ['CHG1']],
    ['form_kind = full', ['CHG2']],
    ['reason = Emergency', ['CHG1']],
    ['reason ~ random', ['CHG1']],
    ['reason != Emergency', ['chg4', 'CHG3', 'CHG2']],
    ['is_unassigned = true', []],
    ['state = review OR pir_completed = true', ['CHG2', 'CHG1']],
    ['affected_services = payments-db AND NOT review_status = none', ['CHG2', 'CHG1']],
  ])('%s', async (query, expected) => {
    expect(await numbers({ query })).toEqual(expected)
  })

  test('an unknown field is rejected', async () => {
    await expect(list({ query: 'implementation_plan = x' })).rejects.toMatchObject({ code: 'invalid_filter' })
    await expect(list({ query: 'review_status = later' })).rejects.toMatchObject({ code: 'invalid_filter' })
  })
})

describe('search in number and title', () => {
  test.each([
    ['ignoring case', 'database', ['CHG1']],
    ['in the number', 'CHG', ['chg4', 'CHG3', 'CHG2', 'CHG1']],
    ['a percent sign is itself', '0%', ['CHG1']],
    ['a percent sign alone', '%', ['CHG1']],
    ['an underscore is itself', 'a_c', ['CHG2']],
    ['an underscore is no wildcard', 'e_c', []],
    ['a backslash is itself', 'c:\\t', ['chg4']],
    ['accents and quotes', 'ZOË’S', ['chg4']],
    ['outer spaces are ignored', '  switch ', ['CHG3']],
  ])('%s: %s', async (_, search, expected) => {
    expect(await numbers({ search })).toEqual(expected)
  })

  test('and filter together', async () => {
    expect(await numbers({ search: 'chg', query: 'review_status = none' })).toEqual(['chg4', 'CHG3'])
  })
})

test.each([
  ['number', ['CHG1', 'CHG2', 'CHG3', 'chg4']],
  ['-risk', ['CHG2', 'chg4', 'CHG1', 'CHG3']],
  ['risk', ['CHG3', 'CHG1', 'chg4', 'CHG2']],
  ['state', ['CHG3', 'CHG1', 'CHG2', 'chg4']],
  ['-actual_end', ['CHG2', 'CHG1', 'chg4', 'CHG3']],
  ['due_on', ['CHG2', 'CHG1', 'CHG3', 'chg4']],
  ['created_at', ['CHG1', 'CHG2', 'CHG3', 'chg4']],
])('sorts by %s', async (sort, expected) => {
  expect(await numbers({ sort })).toEqual(expected)
})
