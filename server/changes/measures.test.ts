import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addReading as addContract, getMeasures, putMeasures as putContract } from '#lib/contracts/change-writes.ts'
import type { Measure } from '#lib/contracts/measures.ts'
import { callRoute, provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import { readRows } from '#server/platform/db/testing.ts'
import { testContext, testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { insertChange, insertOwed } from '#server/reviews/testing.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { reviews } from '#server/schema/reviews.ts'
import { addReading, putMeasures } from './measures.ts'
import { getChange } from './queries.ts'

const database = provideTestRuntime({ pipeline: false })
let secret: string
let number: string
let count = 0
beforeAll(async () => {
  const named = { name: 'Planner', system: 'itsm', scope: 'write', expiresAt: null, origin: 'entry' } as const
  secret = (await createToken(ctx(), named)).secret
})
beforeEach(() => {
  count += 1
  number = `CHG-MSR-${count}`
})

const ctx = () => testContext(database.db, testToken)
const viewer = testPerson('viewer', 'acc_vera')
const call = async (endpoint: typeof putContract | typeof getMeasures | typeof addContract, more: object = {}) => {
  const { headers = {}, id = '', ...sent } = more as { headers?: Record<string, string>; id?: string; body?: unknown }
  const response = await callRoute(endpoint, {
    params: { number, id },
    ...sent,
    headers: { Authorization: `Bearer ${secret}`, ...headers },
  })
  const json = (await response.json()) as { measures: Measure[]; error: { message: string } }
  return { status: response.status, etag: response.headers.get('etag'), json }
}
const put = (measures: readonly object[], headers = {}) => call(putContract, { body: { measures }, headers })
const latency = { name: 'Latency', unit: 'ms', better: 'lower', baseline: 420, target: 210, abort_if: 900 }
const errors = { name: 'Errors', better: 'lower', target: 0.5 }
const reading = { value: 205, taken_at: '2026-03-01T04:00:00.000Z', source: 'Grafana' }

test('who changes the figures of a measure states them, unless the body names another person', async () => {
  await insertChange(database.db, number)
  const stated_by = 'Ines Marchetti'
  const [one] = (await put([{ ...latency, stated_by }])).json.measures
  const same = { ...latency, id: one?.id }
  const stateAgain = async (measure: object) => (await put([measure])).json.measures[0]
  expect(await stateAgain(same)).toMatchObject({ stated_by, stated_at: one?.stated_at })
  expect(await stateAgain({ ...same, target: 300 })).toMatchObject({ stated_by: 'Planner', target: 300 })
  expect(await stateAgain({ ...same, target: 250, stated_by })).toMatchObject({ stated_by, target: 250 })
})

test('a target that meets the abort criterion is refused', async () => {
  await insertChange(database.db, number)
  const refused = await put([{ ...latency, abort_if: 210 }])
  expect(refused).toMatchObject({ status: 400, json: { error: { message: expect.stringContaining('abort_if') } } })
  expect((await put([{ ...latency, better: 'higher', target: 210, abort_if: 900 }])).status).toBe(400)
})

test('a list of measures is stated as a whole, and one whose id stays keeps its readings', async () => {
  await insertChange(database.db, number)
  const first = await put([latency, { ...errors, stated_by: 'The SLO of payments' }])
  expect(first).toMatchObject({ status: 200, etag: '"v2"' })
  const [one, other] = first.json.measures
  expect(one).toMatchObject({ ...latency, stated_by: 'Planner', query: null, readings: [], verdict: 'not_measured' })
  const added = await call(addContract, { id: one?.id, body: reading })
  expect(added).toMatchObject({ status: 201, json: { measures: [{ readings: [reading], verdict: 'met' }, {}] } })
  for (const _ of ['again', 'and again']) await call(addContract, { id: one?.id, body: reading })

  const read = await call(getMeasures)
  expect(read).toMatchObject({ etag: '"v3"', json: added.json })
  expect((await put([], { 'If-Match': '"v2"' })).status).toBe(412)
  const altered = await put([{ ...latency, id: one?.id, target: 200 }], { 'If-Match': '"v3"' })
  expect(altered.json.measures).toMatchObject([{ id: one?.id, readings: [reading], verdict: 'not_met' }])
  expect((await put([{ ...latency, id: one?.id, target: 200 }])).etag).toBe(altered.etag)
  expect((await put([{ ...errors, id: other?.id }])).json.error.message).toContain('measures.0.id')

  const entries = await readRows(database.db, auditEvents, { entityId: number })
  expect(entries.map(({ actionName, changes: changed }) => [actionName, changed])).toMatchObject([
    ['measures_stated', { measures: { from: [], to: [expect.stringContaining('at most 210 ms'), {}] } }],
    ['measure_read', { reading: { to: 'Latency: 205 ms' }, reading_source: { to: 'Grafana' } }],
    ['measures_stated', { measures: { to: [expect.stringContaining('at most 200 ms')] } }],
  ])
  expect(await getChange(ctx(), number)).toMatchObject({ version: 4, measures: [{ target: 200 }] })
})

test.each([
  [Array.from({ length: 6 }, (_, index) => ({ ...errors, name: `Errors ${index}` })), 'at most 5'],
  [[errors, errors], 'measures.1.name'],
  [[{ ...errors, target: null }], 'measures.0.target'],
  [[{ ...errors, target: 1e16 }], 'at most 1e15'],
  [[{ ...errors, better: 'more' }], 'must be one of lower, higher'],
])('a list that is wrong is refused by name: %#', async (measures, message) => {
  await insertChange(database.db, number)
  const refused = await put(measures)
  expect([refused.status, refused.json.error.message]).toEqual([400, expect.stringContaining(message)])
})

test('a reading needs a known measure and a time that has come', async () => {
  await insertChange(database.db, number)
  const { json } = await put([errors])
  const [measure] = json.measures
  expect((await call(addContract, { id: 'msr_none', body: reading })).status).toBe(404)
  const late = { ...reading, taken_at: '2099-01-01T00:00:00Z' }
  expect((await call(addContract, { id: measure?.id, body: late })).json.error.message).toContain('in the future')
})

test('the implementer and reviewers write measures, and other people do not', async () => {
  await insertChange(database.db, number, { assignedTo: viewer.email })
  const body = {
    measures: [{ ...errors, better: 'lower' as const, unit: null, baseline: null, abort_if: null, query: null }],
  }
  const written = await putMeasures(testContext(database.db, viewer), number, body)
  expect(written.measures).toMatchObject([{ stated_by: viewer.name }])
  const stranger = testContext(database.db, testPerson('viewer', 'acc_other'))
  await expect(putMeasures(stranger, number, body)).rejects.toMatchObject({ code: 'forbidden' })
  const params = { number, id: written.measures[0]?.id ?? '' }
  await expect(addReading(stranger, params, reading)).rejects.toMatchObject({ code: 'forbidden' })
})

test('measures stay once the review is submitted or recorded, and readings are still added', async () => {
  const reference = await insertOwed(database.db, number, { status: 'in_progress' })
  const [measure] = (await put([errors])).json.measures
  for (const status of ['awaiting_sign_off', 'completed'] as const) {
    await database.db.update(reviews).set({ status }).where(eq(reviews.reference, reference))
    expect((await put([])).json.error.message).toBe(`The review of ${number} is submitted, so its measures stay.`)
  }
  expect((await call(addContract, { id: measure?.id, body: reading })).status).toBe(201)
  number = await insertChange(database.db, `${number}-R`, { pirCompleted: true })
  expect((await put([errors])).status).toBe(409)
})

test('a reading of the same time and source is corrected, and the history says what it was', async () => {
  await insertChange(database.db, number)
  const [measure] = (await put([latency])).json.measures
  const read = async (body: object) => (await call(addContract, { id: measure?.id, body })).json.measures[0]?.readings
  await read(reading)
  const elsewhere = { ...reading, source: 'Ada' }
  await read(elsewhere)
  expect(await read({ ...reading, value: 502 })).toEqual([{ ...reading, value: 502 }, elsewhere])
  expect(await read({ ...reading, value: 502 })).toHaveLength(2)
  const events = await readRows(database.db, auditEvents, { entityId: number })
  expect(events.map(({ changes: changed }) => changed.reading?.to).filter(Boolean)).toEqual([
    'Latency: 205 ms',
    'Latency: 205 ms',
    'Latency: 502 ms instead of 205 ms',
  ])
})

test('measures follow the number of a change', async () => {
  await insertChange(database.db, number)
  await put([errors])
  await database.db
    .update(changes)
    .set({ number: `${number}-NEW` })
    .where(eq(changes.number, number))
  expect((await getChange(ctx(), `${number}-new`)).measures).toMatchObject([errors])
})
