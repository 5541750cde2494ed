import { beforeAll, expect, test } from 'vitest'
import { buildTableInput } from '#lib/api/improvement-register.ts'
import { RegisterQuery } from '#lib/api/improvement-register-query.ts'
import { listQueue as queueContract } from '#lib/contracts/app/queue.ts'
import type { WorklistSection } from '#lib/contracts/app/review-values.ts'
import { worklistRows } from '#lib/contracts/app/worklist.ts'
import { listImprovements } from '#server/improvements/queries.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { testPerson } from '#server/platform/runtime/testing-context.ts'
import {
  callum,
  createContext,
  insertAccount,
  insertAction,
  insertChange,
  insertOwed,
  noor,
} from '#server/reviews/testing.ts'
import { changes } from '#server/schema/changes.ts'
import { reviewParts, reviews } from '#server/schema/reviews.ts'
import { getWorklist } from './queries.ts'
import { listQueue } from './queue/queries.ts'

const tomas = { ...testPerson('manager', 'acc_tomas'), email: 'tomas.lind@hindsight.example' }
const manager = testPerson('manager')
const of = ({ email: reviewer, name: reviewerName }: { email: string; name: string }) => ({ reviewer, reviewerName })

const returned = {
  kind: 'returned' as const,
  at: '2026-03-09T10:00:00.000Z',
  by: 'Henrike Vos',
  reason: 'The window is missing.',
}

const database = provideTestDatabase()
beforeAll(async () => {
  const { db } = database
  await insertOwed(db, 'CHG-LATE', { ...of(noor), status: 'in_progress', dueOn: '2026-03-09' })
  await insertOwed(db, 'CHG-LATER', { dueOn: '2026-03-01' })
  await insertOwed(db, 'CHG-TODAY', { ...of(noor), dueOn: '2026-03-10' })
  await insertOwed(db, 'CHG-WEEK', { ...of(callum), dueOn: '2026-03-16' })
  await insertOwed(db, 'CHG-AFTER', { ...of(callum), dueOn: '2026-03-17' })
  await insertOwed(db, 'CHG-OPEN', { ...of(noor) })
  await insertOwed(db, 'CHG-BACK', { ...of(noor), status: 'in_progress', dueOn: '2026-03-09', returned })
  await insertOwed(db, 'CHG-SIGN', { ...of(noor), status: 'awaiting_sign_off', dueOn: '2026-03-01' })
  await insertOwed(db, 'CHG-DONE', { ...of(noor), status: 'completed', dueOn: '2026-03-02' })
  await insertChange(db, 'CHG-FREE')
})

/** For tests that write what others would count. */
const own = provideTestDatabase({ empty: [reviews, changes] })

const read = (actor: Actor = noor, { db } = database) => getWorklist(createContext(db, actor))

async function readSection(section: WorklistSection, actor: Actor = noor, from = database) {
  const found = (await read(actor, from)).sections.find((candidate) => candidate.section === section)
  if (!found) throw new Error(`no section ${section}`)
  return found
}
const sectionsFor = async (actor: Actor) =>
  Object.fromEntries(
    (await read(actor)).sections.map(({ section, entries }) => [section, entries.map(({ number }) => number)]),
  )
const listSectionNumbers = async (section: WorklistSection, actor?: Actor, from = database) =>
  (await readSection(section, actor, from)).entries.map(({ number }) => number)

test('a begun review names the first step that lacks something', async () => {
  const [entry] = (await readSection('mine_overdue')).entries
  expect(entry).toMatchObject({ number: 'CHG-LATE', open_step: 'plan' })
  const [unbegun] = (await readSection('mine')).entries
  expect(unbegun).toMatchObject({ number: 'CHG-TODAY', open_step: null })
})

test('own reviews stand in one section each: sent back, overdue, the others, submitted', async () => {
  expect(await sectionsFor(noor)).toEqual({
    returned: ['CHG-BACK'],
    mine_overdue: ['CHG-LATE'],
    mine: ['CHG-TODAY', 'CHG-OPEN'],
    submitted: ['CHG-SIGN'],
  })
})

test('a manager also sees what nobody has, and what others have overdue; a viewer has nothing to review', async () => {
  expect(await sectionsFor(manager)).toEqual({
    sign_off: ['CHG-SIGN'],
    confirm_waiver: [],
    returned: [],
    mine_overdue: [],
    mine: [],
    submitted: [],
    unassigned: ['CHG-LATER'],
    overdue: ['CHG-BACK', 'CHG-LATE'],
  })
  expect(await sectionsFor(testPerson('viewer'))).toEqual({})
})

test('a row says who has it, since when, why, and why it came back', async () => {
  const [back, late] = (await readSection('overdue', manager)).entries
  expect(late).toMatchObject({
    review_status: 'in_progress',
    reviewer_name: 'Noor Haddad',
    reasons: [{ rule: 'High risk' }],
    due_in_days: -1,
    age_days: 9,
  })
  expect(back?.returned).toMatchObject({ by: 'Henrike Vos', reason: 'The window is missing.' })
})

test('a waiting sign-off is shown to managers who are neither reviewer nor implementer', async () => {
  expect(await listSectionNumbers('sign_off', manager)).toEqual(['CHG-SIGN'])
  expect(await listSectionNumbers('sign_off', tomas)).toEqual([])
  expect(await listSectionNumbers('sign_off', { ...noor, role: 'manager' })).toEqual([])
})

test.each([
  ['who submitted it', { submittedBy: manager.email }],
  ['once it is signed off', { status: 'completed' as const }],
])('a waiting sign-off is not shown to a manager %s', async (_, values) => {
  await insertOwed(own.db, 'CHG-SIGN', { ...of(noor), status: 'awaiting_sign_off', dueOn: '2026-03-01' })
  expect(await listSectionNumbers('sign_off', manager, own)).toEqual(['CHG-SIGN'])
  await own.db.update(reviews).set(values)
  expect(await listSectionNumbers('sign_off', manager, own)).toEqual([])
})

test.each(['implemented', 'wrote', 'submitted', 'completed', 'imported', 'issued_token', 'reviewed'] as const)(
  'a waiting sign-off is shown to nobody whose account has a part “%s” in it, but to former reviewers',
  async (kind) => {
    const number = `CHG-${kind}`
    await insertOwed(own.db, number, { ...of(noor), status: 'awaiting_sign_off', dueOn: '2026-03-01' })
    await insertAccount(own.db, manager)
    const part = { changeNumber: number, kind, person: 'another.address@hindsight.example', names: [] }
    await own.db.insert(reviewParts).values({ ...part, accounts: [manager.id], since: '2026-03-01T00:00:00.000Z' })
    expect(await listSectionNumbers('sign_off', manager, own)).toEqual(kind === 'reviewed' ? [number] : [])
  },
)

test('a token has no items', async () => {
  const token = { kind: 'token', id: 't', name: 't', system: 'itsm', scope: 'read' } as const
  expect((await read(token)).sections).toEqual([])
})

test('the queue with the filter of a section lists what the section counts', async () => {
  for (const actor of [noor, manager, testPerson('viewer')]) {
    for (const { query, total_count: total, entries } of (await read(actor)).sections) {
      const list = await listQueue(createContext(database.db), queueContract.query.parse({ query, sort: 'due_on' }))
      expect(list.total).toBe(total)
      expect(new Set(list.rows.map(({ number }) => number))).toEqual(new Set(entries.map(({ number }) => number)))
    }
  }
})

test('rows are limited, counts are exact', async () => {
  const late = { ...of(callum), dueOn: '2026-02-01' }
  for (let at = 1; at <= worklistRows + 2; at += 1) await insertOwed(own.db, `CHG-MANY-${at}`, late)
  const { entries, total_count: total } = await readSection('overdue', manager, own)
  expect([entries.length, total]).toEqual([worklistRows, worklistRows + 2])
})

test('actions are the unfinished ones of the caller, overdue ones first', async () => {
  const { db } = database
  await insertAction(db, 'later', { targetDate: '2026-04-01', status: 'in_progress' })
  await insertAction(db, 'late', { targetDate: '2026-03-09' })
  await insertAction(db, 'today', { targetDate: '2026-03-10' })
  await insertAction(db, 'done', { targetDate: '2026-03-01', status: 'done' })
  await insertAction(db, 'other', { targetDate: '2026-03-01', owner: callum.email })
  const { actions, today } = await read()
  expect(today).toBe('2026-03-10')
  expect(actions.entries.map(({ id }) => id)).toEqual(['late', 'today', 'later'])
  expect(actions).toMatchObject({ total_count: 3, overdue_count: 1 })
  const inRegister = async (search: Record<string, string>) => {
    const reader = { me: noor.email, today }
    return (await listImprovements(createContext(db), buildTableInput(RegisterQuery.parse(search), reader))).total
  }
  expect(await inRegister({ owner: 'me' })).toBe(actions.total_count)
  expect(await inRegister({ owner: 'me', due: 'overdue' })).toBe(actions.overdue_count)
})
