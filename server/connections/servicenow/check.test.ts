import { afterEach, beforeAll, expect, test } from 'vitest'
import { fill } from '#e2e/lab/servicenow/fill.ts'
import { type HostileServiceNow, startServiceNow } from '#e2e/lab/servicenow/hostile-servicenow.ts'
import type { Traps } from '#e2e/lab/servicenow/traps.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { connections } from '#server/schema/connections.ts'
import { connectTo, provideDatabase } from './testing-streams.ts'

const database = provideTestDatabase({ empty: [connections] })
let instance: HostileServiceNow

beforeAll(() => provideDatabase(database))
afterEach(() => instance.stop())

async function check(traps: Partial<Traps> = {}, options: object = {}, secret?: string) {
  instance = await startServiceNow(traps)
  fill(instance, { changes: 20 })
  const tables = { change_request: {}, sys_user: {} }
  const { check } = await connectTo(instance, database.db, { tables, ...options }, secret)
  const { steps } = await check()
  return Object.fromEntries(steps.map(({ name, ...step }) => [name, step]))
}

test('a good account passes each step, and nothing is written', async () => {
  const writes = { review: true, close: true, caused_by: true, lessons: true, knowledge_base: 'kb1' }
  const steps = await check({ unknownQueryField: 'no rows' }, { writes })
  expect(Object.entries(steps).map(([name, { status }]) => [name, status])).toEqual([
    ['URL and sign-in', 'ok'],
    ['Clock', 'ok'],
    ['Limits', 'ok'],
    ['Unknown fields in queries', 'ok'],
    ['Read sys_user', 'ok'],
    ['Fields of sys_user', 'ok'],
    ['Read change_request', 'ok'],
    ['Fields of change_request', 'ok'],
    ['Time zone', 'ok'],
    ['Write to change_request', 'ok'],
    ['Write to incident', 'skipped'],
    ['Next states', 'ok'],
    ['Add to kb_knowledge', 'skipped'],
  ])
  expect([...(instance.tables.change_request?.rows.values() ?? [])].every((row) => row.sys_mod_count === '0')).toBe(
    true,
  )
})

test('each trap is described with what to do', async () => {
  const traps: Partial<Traps> = {
    hiddenFields: ['risk', 'review_status'],
    unreadableTables: ['sys_user'],
    clockSkewMs: 90_000,
    zone: 'Asia/Kolkata',
    readsQueriesInZone: true,
    limit: { perMinute: 50, lateSeconds: 0 },
  }
  const steps = await check(traps, { writes: { review: true } })
  expect(steps).toMatchObject({
    Clock: { status: 'warning', message: expect.stringMatching(/^The clock of ServiceNow is \d+ seconds ahead/) },
    Limits: { status: 'warning', advice: 'Lower the requests a minute to 50.' },
    'Unknown fields in queries': { status: 'warning', advice: expect.stringContaining('glide.invalid_query') },
    'Read sys_user': { status: 'failed', advice: expect.stringContaining('role that reads sys_user') },
    'Fields of change_request': { status: 'warning', message: expect.stringContaining('account: risk.') },
    'Time zone': { status: 'warning', message: expect.stringMatching(/as \d{4}-\d\d-\d\d .*UTC\+05:30/) },
    'Write to change_request': { status: 'failed', message: expect.stringContaining('review_status does not exist') },
  })
})
