import { beforeAll, beforeEach, expect, test } from 'vitest'
import { putChange as contract } from '#lib/contracts/change-writes.ts'
import type { Role } from '#lib/contracts/endpoint.ts'
import { listChanges } from '#server/changes/list-changes.ts'
import { importContent } from '#server/import/testing-import.ts'
import { listIncidents } from '#server/incidents/queries.ts'
import { callRoute, provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { authorize } from '#server/platform/auth/caller.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import { readRows } from '#server/platform/db/testing.ts'
import { testContext, testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { createDefaultRules } from '#server/policy/create-default-rules.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { findReview } from '#server/reviews/queries.ts'
import { insertChange, insertIncident, insertPeople } from '#server/reviews/testing.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { nameService } from './name-service.ts'

const database = provideTestRuntime({ pipeline: false })
let secret: string
let count = 0
let number: string
beforeAll(async () => {
  const named = { name: 'Sync', system: 'itsm', scope: 'write', expiresAt: null, origin: 'entry' } as const
  secret = (await createToken(ctx(), named)).secret
  await createDefaultRules(ctx())
})
beforeEach(() => {
  count += 1
  number = `CHG-PUT-${count}`
})

const ctx = () => testContext(database.db, testToken)
const put = async (body: unknown, headers: Record<string, string> = {}) => {
  const response = await callRoute(contract, {
    params: { number },
    body,
    headers: { Authorization: `Bearer ${secret}`, ...headers },
  })
  return { response, status: response.status, etag: response.headers.get('etag'), json: await response.json() }
}
const history = () => readRows(database.db, auditEvents, { entityType: 'change', entityId: number })
const whole = { title: 'Upgrade the payments database', state: 'scheduled' }

test('creates a change, updates the fields that are present, and clears with null', async () => {
  const created = await put({ ...whole, risk: 'high', planned_start: '2026-03-01T10:00:00Z', close_notes: 'x' })
  expect(created.status).toBe(201)
  expect(created.response.headers.get('location')).toBe(`/api/itsm/v1/changes/${number}`)
  expect(created.etag).toBe('"v1"')
  expect(created.json).toMatchObject({
    ...whole,
    number,
    type: 'normal',
    risk: 'high',
    affected_services: [],
    is_stub: false,
    planned_start: '2026-03-01T10:00:00.000Z',
    pir_completed: false,
  })
  const updated = await put({ risk: null, affected_services: ['payments-db'], type: 'emergency' })
  expect(updated.status).toBe(200)
  expect(updated.etag).toBe('"v2"')
  expect(updated.json).toMatchObject({ ...whole, risk: null, affected_services: ['payments-db'], close_notes: 'x' })
  expect((await put({ type: null, affected_services: null, is_unauthorized: null })).json).toMatchObject({
    type: 'normal',
    affected_services: [],
  })
  const [creation, update] = await history()
  expect(creation).toMatchObject({ action: 'create', changes: { title: { from: null, to: whole.title } } })
  expect(update).toMatchObject({
    action: 'update',
    actorName: 'Sync',
    changes: { risk: { from: 'high', to: null }, type: { from: 'normal', to: 'emergency' } },
  })
})

test('what a change is to achieve is kept word for word, with history, found by filters and exported', async () => {
  const promise = {
    description: 'All tables.',
    objective: 'Half the latency,\n\n  measured  at “night” <b>',
    parent: number,
  }
  const written = await put({ ...whole, ...promise })
  expect(written.json).toMatchObject(promise)
  expect((await put({ objective: 'Half of it' })).etag).toBe('"v2"')
  expect((await put({ objective: 'Half of it' })).etag).toBe('"v2"')
  const changed = { objective: { from: promise.objective, to: 'Half of it' } }
  expect(await history()).toMatchObject([{ changes: { parent: { from: null, to: number } } }, { changes: changed }])
  for (const query of ['objective ~ "half OF"', `parent = "${number.toLowerCase()}"`, 'description = "All tables."']) {
    const { rows } = await listChanges(ctx(), { query, page: 1, limit: 10 })
    expect(rows.map((row) => row.number)).toEqual([number])
  }
  const { json } = await put({ description: null, objective: null, parent: null })
  expect(json).toMatchObject({ description: null, objective: null, parent: null })
  expect((await put({ objective: 'x'.repeat(20_001) })).json.error.message).toContain('objective')
})

test('a write that changes nothing keeps the ETag and leaves no history entry', async () => {
  const body = {
    ...whole,
    planned_start: '2026-03-01T10:00:00Z',
    implementation_plan: { steps: ['a'] },
    affected_services: ['a', 'b'],
    requested_by: 'Someone',
  }
  await put(body)
  const again = await put(body)
  expect([again.status, again.etag]).toEqual([200, '"v1"'])
  expect(await history()).toHaveLength(1)
  expect((await put({})).etag).toBe('"v1"')
})

test.each([
  'pir_completed',
  'pir_reference',
  'pir_outcome',
  'pir_date',
  'is_stub',
  'created_at',
  'updated_at',
  'number',
])('rejects %s by name', async (field) => {
  const { status, json } = await put({ ...whole, [field]: null })
  expect(status).toBe(400)
  expect(json.error.details).toEqual([{ field, in: 'body', issue: 'is not a known field' }])
})

test('a new change needs title and state, and null clears neither', async () => {
  const missing = await put({ risk: 'low' })
  expect(missing.json.error.details.map(({ field }: { field: string }) => field)).toEqual(['title', 'state'])
  for (const field of ['title', 'state']) expect((await put({ ...whole, [field]: null })).status).toBe(400)
  expect(await history()).toEqual([])
})

test('If-Match and If-None-Match hold', async () => {
  const newOnly = { 'If-None-Match': '*' }
  expect((await put(whole, { 'If-Match': '*' })).status).toBe(412)
  expect((await put(whole, newOnly)).status).toBe(201)
  expect((await put({ risk: 'low' }, newOnly)).status).toBe(412)
  expect((await put({ risk: 'low' }, { 'If-Match': '"v1"' })).etag).toBe('"v2"')
  expect((await put({ risk: 'high' }, { 'If-Match': '"v1"' })).status).toBe(412)
  expect((await put({ risk: 'high' }, { 'If-Match': '*' })).status).toBe(200)
})

test('of several requests that create a change at once one creates it', async () => {
  const writes = await Promise.all(
    ['low', 'moderate', 'high', 'very_high'].map((risk) => put({ ...whole, risk }, { 'If-None-Match': '*' })),
  )
  expect(writes.map(({ status }) => status).toSorted()).toEqual([201, 412, 412, 412])
  const updates = await Promise.all(['low', 'high', 'low', 'high'].map((risk) => put({ risk })))
  expect(updates.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const [stored] = await readRows(database.db, changes, { number })
  expect(stored?.version).toBe((await history()).length)
})

test('a stub becomes a whole change', async () => {
  await insertChange(database.db, number, { title: `Unknown change ${number}`, state: 'closed', isStub: true })
  expect((await put({ risk: 'low' })).json.error.message).toMatch(/title is required, since .* is only a stub/)
  const { status, json } = await put(whole)
  expect([status, json.is_stub, json.title]).toEqual([200, false, whole.title])
  expect((await history())[0]?.changes).toMatchObject({ is_stub: { from: true, to: false } })
})

test('people become their e-mail addresses; other texts stay', async () => {
  await insertPeople(database.db, { 'pat.lind@hindsight.example': { name: 'Pat Lind', userName: 'plind' } })
  const approved = { approved_by: 'pat lind', approved_at: '2026-02-28T09:00:00Z' }
  const { json } = await put({ ...whole, assigned_to: 'PLIND', requested_by: 'Nobody Known', ...approved })
  expect(json).toMatchObject({
    assigned_to: 'pat.lind@hindsight.example',
    approved_by: 'pat.lind@hindsight.example',
    approved_at: '2026-02-28T09:00:00.000Z',
  })
  const [stored] = await readRows(database.db, changes, { number })
  expect(stored?.requestedBy).toBe('Nobody Known')
  expect((await put({ assigned_to: 'Pat  Lind' })).etag).toBe('"v1"')
})

test('a change that enters review has its review at once, one that closes past it too', async () => {
  const ended = { risk: 'very_high', actual_end: '2026-03-01T10:00:00Z' }
  await put({ ...whole, ...ended })
  expect(await findReview(ctx(), number).catch(() => null)).toBeNull()
  await put({ state: 'review' })
  expect(await findReview(ctx(), number)).toMatchObject({ status: 'not_started' })

  number = `${number}-PAST`
  await put({ ...whole, ...ended })
  await put({ state: 'closed' })
  expect(await findReview(ctx(), number)).toMatchObject({ status: 'not_started' })

  number = `${number}-NEW`
  await put({ ...whole, ...ended, state: 'closed' })
  expect(await findReview(ctx(), number)).toMatchObject({ status: 'not_started' })
})

test('a session needs the role manager', () => {
  const of = (role: Role) => () =>
    authorize(contract, { kind: 'account', id: role, name: role, email: `${role}@x.example`, role })
  expect(of('reviewer')).toThrow('This needs the role manager; you are signed in as reviewer.')
  expect(of('manager')).not.toThrow()
})

test('keeps what other writers own', async () => {
  await insertChange(database.db, number, { pirOutcome: 'failed', pirReference: 'PIR-2026-9000' })
  await insertIncident(database.db, `INC-${number}`, number)
  expect((await put({ title: 'New title' })).json).toMatchObject({ pir_outcome: 'failed', state: 'review' })
  const page = await listIncidents(ctx(), { query: `related_change = ${number}`, page: 1, limit: 10 })
  expect(page.total).toBe(1)
})

test('a service that a reviewer names is stored with history, and stays where an import names none', async () => {
  await insertChange(database.db, number, { affectedServices: [] })
  const by = testContext(database.db, testPerson('reviewer'))
  await expect(nameService(by, number, { service: 'mail' })).rejects.toMatchObject({ code: 'not_found' })
  await startReview(by, number)
  await nameService(by, number, { service: 'mail' })
  const stored = { affected_services: { from: [], to: ['mail'] } }
  expect(await history()).toMatchObject([{ actorName: 'Test reviewer', changes: stored }])
  await importContent(database, 'changes', `number,title,state,service\n${number},Title,review,\n`)
  expect((await put({})).json).toMatchObject({ title: 'Title', affected_services: ['mail'] })
  await expect(nameService(by, number, { service: 'web' })).rejects.toThrow(`${number} already names mail.`)
})

test('a later import still fills the review fields, which PUT does not write', async () => {
  await put(whole)
  const file = `number,title,state,pir_outcome\n${number},${whole.title},scheduled,failed\n`
  await importContent(database, 'changes', file)
  expect((await put({})).json).toMatchObject({ pir_outcome: 'failed' })
})
