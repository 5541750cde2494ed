import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { listQueue as queueContract } from '#lib/contracts/app/queue.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { countRowsRead, findTablesReadWhole } from '#server/platform/db/testing-plan.ts'
import { testNow, testPerson } from '#server/platform/runtime/testing-context.ts'
import {
  createContext,
  insertAccount,
  insertArticle,
  insertChange,
  insertOwed,
  insertPeople,
  noor,
} from '#server/reviews/testing.ts'
import { accounts } from '#server/schema/access.ts'
import { requesterQuestions } from '#server/schema/reviews.ts'
import { getWorklist } from './queries.ts'
import { listQueue } from './queue/queries.ts'

const ines = { ...testPerson('viewer', 'acc_ines'), name: 'Ines Marchetti' }
const at = testNow.toISOString()

const database = provideTestDatabase()
const read = (actor = ines) => getWorklist(createContext(database.db, actor))

const ask = (id: string, values: Partial<typeof requesterQuestions.$inferInsert> = {}) =>
  database.db.insert(requesterQuestions).values({
    id,
    reference: 'PIR-CHG-ASKED',
    requester: 'Ines@Hindsight.example',
    question: `Did it work, ${id}?`,
    askedBy: noor.email,
    askedByName: noor.name,
    askedAt: at,
    secretHash: id,
    expiresAt: '2026-03-20T12:00:00.000Z',
    ...values,
  })

beforeAll(async () => {
  const { db } = database
  for (const person of [ines, noor]) await insertAccount(db, person)
  await db.update(accounts).set({ userName: 'imarchetti' }).where(sql`id = ${ines.id}`)
  await insertPeople(db, { 'INES@hindsight.example': { name: 'Marchetti, Ines', employeeNumber: '4711' } })
  const done = { status: 'completed', reviewer: noor.email } as const
  await insertOwed(db, 'CHG-DONE', done, {
    assignedTo: ines.email,
    pirOutcome: 'failed',
    actualEnd: '2026-02-01T00:00:00Z',
  })
  await insertOwed(
    db,
    'CHG-ASKED',
    {},
    { requestedBy: 'INES@hindsight.example', actualEnd: null, plannedStart: '2026-02-02T00:00:00Z' },
  )
  const others = ['imarchetti', '4711', 'Marchetti, Ines', ines.name]
  for (const [index, assignedTo] of others.entries())
    await insertChange(db, `CHG-AS-${index}`, { assignedTo, actualEnd: `2026-01-0${index + 1}T00:00:00Z` })
  await insertChange(db, 'CHG-OTHER', { assignedTo: 'Ines (SRE)', requestedBy: noor.email })
  for (const id of ['kb_1', 'kb_2']) await insertArticle(db, id, { sourceChange: 'CHG-DONE' })
})

test('a person finds the changes that they implement or requested, by any text that names them, the last ended first', async () => {
  const { changes, sections } = await read()
  expect(sections).toEqual([])
  const numbers = changes.entries.map(({ number }) => number)
  expect(numbers).toEqual(['CHG-DONE', 'CHG-AS-3', 'CHG-AS-2', 'CHG-AS-1', 'CHG-AS-0', 'CHG-ASKED'])
  expect(changes.total_count).toBe(6)
  expect((await read({ ...testPerson('viewer', 'acc_max'), name: 'Max' })).changes.entries).toEqual([])
})

test('a change shows what its reader did, how far its review is and how many lessons it left', async () => {
  const { entries } = (await read()).changes
  const done = entries[0]
  const free = entries[1]
  const asked = entries.at(-1)
  expect(asked).toMatchObject({ part: 'requester', review_status: 'not_started', pir_outcome: null, lesson_count: 0 })
  expect(done).toMatchObject({
    part: 'implementer',
    review_status: 'completed',
    pir_outcome: 'failed',
    lesson_count: 2,
  })
  expect(free).toMatchObject({ part: 'implementer', review_status: 'none' })
})

test('the queue with the filter of the changes lists what is counted', async () => {
  const { query, total_count: total } = (await read()).changes
  const list = await listQueue(createContext(database.db), queueContract.query.parse({ query }))
  expect(list.total).toBe(total)
})

test('a question waits for its requester until it is answered, expired, or not theirs to answer', async () => {
  await ask('open')
  await ask('sooner', { expiresAt: '2026-03-12T12:00:00.000Z' })
  await ask('answered', { answer: 'yes', answeredAt: at })
  await ask('expired', { expiresAt: at })
  await ask('others', { requester: 'max@hindsight.example' })
  await ask('own', { askedBy: ines.email })
  await ask('implemented', { reference: 'PIR-CHG-DONE' })
  const { questions } = await read()
  expect(questions.total_count).toBe(2)
  expect(questions.entries).toMatchObject([
    { id: 'sooner', number: 'CHG-ASKED', title: 'Change CHG-ASKED', asked_by_name: noor.name },
    { id: 'open', question: 'Did it work, open?' },
  ])
})

test('changes and questions of a person are found by indexes among many', async () => {
  const { db, pool } = database
  await db.execute(sql`
    insert into changes (number, title, state, type, risk, affected_services, assigned_to, requested_by, origin, created_at, updated_at)
    select 'CHG-N' || n, 'Change', 'closed', 'normal', 'low', '{}', 'p' || n % 900, 'q' || n % 900, 'entry', now(), now()
    from generate_series(1, 9000) n`)
  await db.execute(sql`
    insert into requester_questions (id, reference, requester, question, asked_by, asked_by_name, asked_at, secret_hash, expires_at)
    select 'qst_' || n, 'PIR-N', 'r' || n, 'Did it?', 'a', 'A', now(), 'hash' || n, '2027-01-01' from generate_series(1, 9000) n`)
  await db.execute(sql`analyze`)
  const work = (queryable: typeof db) => getWorklist(createContext(queryable, ines))
  const whole = await findTablesReadWhole(pool, work)
  expect(whole.filter((table) => ['changes', 'requester_questions'].includes(table))).toEqual([])
  expect(await countRowsRead('changes', pool, work)).toBeLessThan(100)
})
