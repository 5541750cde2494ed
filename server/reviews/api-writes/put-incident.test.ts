import { beforeAll, beforeEach, expect, test } from 'vitest'
import { putIncident as contract } from '#lib/contracts/incident-writes.ts'
import { getChange } from '#server/changes/queries.ts'
import { importContent } from '#server/import/testing-import.ts'
import { callRoute, provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import { readRows } from '#server/platform/db/testing.ts'
import { testContext, testToken } from '#server/platform/runtime/testing-context.ts'
import { auditEvents } from '#server/schema/history.ts'

const database = provideTestRuntime({ pipeline: false })
let secret: string
let count = 0
let number: string
beforeAll(async () => {
  const named = { name: 'Sync', system: 'itsm', scope: 'write', expiresAt: null, origin: 'entry' } as const
  secret = (await createToken(ctx(), named)).secret
})
beforeEach(() => {
  count += 1
  number = `INC-PUT-${count}`
})

const ctx = () => testContext(database.db, testToken)
const put = async (body: unknown, headers: Record<string, string> = {}) => {
  const response = await callRoute(contract, {
    params: { number },
    body,
    headers: { Authorization: `Bearer ${secret}`, ...headers },
  })
  return { status: response.status, etag: response.headers.get('etag'), json: await response.json() }
}
const history = (id = number) => readRows(database.db, auditEvents, { entityId: id })
const opened = '2026-03-01T10:00:00.000Z'

test('creates an incident with what is missing, then writes what is present', async () => {
  const created = await put({ opened_at: '2026-03-01T10:00:00Z' })
  expect([created.status, created.etag]).toEqual([201, '"v1"'])
  expect(created.json).toMatchObject({
    number,
    short_description: '(no description)',
    priority: 'unspecified',
    priority_level: null,
    state: 'new',
    opened_at: opened,
    resolved_at: null,
    related_change: null,
  })
  const updated = await put({ priority: 'P0', state: 'resolved', resolved_at: '2026-03-01T11:00:00Z' })
  expect([updated.status, updated.etag]).toEqual([200, '"v2"'])
  expect(updated.json).toMatchObject({ priority: 'P0', priority_level: 0, state: 'resolved', opened_at: opened })
  expect((await put({ priority: 'P0' })).etag).toBe('"v2"')
  expect((await put({ priority: '1' })).json).toMatchObject({ priority: '1', priority_level: null })
  expect((await put({ priority: null })).json).toMatchObject({ priority: 'unspecified', priority_level: null })
  expect((await history()).map(({ action }) => action).toSorted()).toEqual(['create', 'update', 'update', 'update'])
})

test('an incident that is opened again is not resolved', async () => {
  await put({ opened_at: opened, resolved_at: opened })
  expect((await put({ state: 'in_progress' })).json).toMatchObject({ state: 'in_progress', resolved_at: null })
  const contradiction = await put({ resolved_at: opened })
  expect(contradiction.json.error.message).toBe('resolved_at must be null while the incident is in_progress.')
})

test('an unknown change becomes a stub, with its history', async () => {
  await put({ opened_at: opened, related_change: `CHG-${number}` })
  expect(await getChange(ctx(), `CHG-${number}`)).toMatchObject({ is_stub: true, state: 'closed' })
  expect(await history(`CHG-${number}`)).toHaveLength(1)
})

test('any identifier that a change may have is accepted, and no other text', async () => {
  expect((await put({ opened_at: opened, related_change: 'release-alpha' })).json.related_change).toBe('release-alpha')
  const { status, json } = await put({ opened_at: opened, related_change: 'a\u0007b' })
  expect(status).toBe(400)
  const issue = 'must not hold control characters'
  expect(json.error.details).toEqual([{ field: 'related_change', in: 'body', issue }])
})

test.each(['number', 'caused_by_change', 'priority_level', 'updated_at'])('rejects %s by name', async (field) => {
  expect((await put({ opened_at: opened, [field]: null })).json.error.details).toEqual([
    { field, in: 'body', issue: 'is not a known field' },
  ])
})

test('If-Match and If-None-Match hold', async () => {
  expect((await put({ opened_at: opened }, { 'If-Match': '"v1"' })).status).toBe(412)
  expect((await put({ opened_at: opened }, { 'If-None-Match': '*' })).status).toBe(201)
  expect((await put({ opened_at: opened }, { 'If-None-Match': '*' })).status).toBe(412)
  const writes = await Promise.all(['P1', 'P2', 'P3'].map((priority) => put({ priority }, { 'If-Match': '"v1"' })))
  expect(writes.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
})

test('an import that changes the incident raises its version', async () => {
  await put({ opened_at: opened, state: 'new' })
  const file = (title: string) => `number,short_description,opened_at,state\n${number},${title},${opened},new\n`
  await importContent(database, 'incidents', file('Card payments time out'))
  await importContent(database, 'incidents', file('Card payments time out'))
  expect((await put({}, { 'If-Match': '"v2"' })).etag).toBe('"v2"')
})
