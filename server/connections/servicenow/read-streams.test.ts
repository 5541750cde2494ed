import { asc, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ConnectedServiceNow, connectTo, provideDatabase } from '#e2e/lab/servicenow/connect.ts'
import { type Counts, fill } from '#e2e/lab/servicenow/fill.ts'
import { type HostileServiceNow, startServiceNow } from '#e2e/lab/servicenow/hostile-servicenow.ts'
import { cellOf, isKnownField, type Row, sysIdOf, type Table } from '#e2e/lab/servicenow/tables.ts'
import { noTraps, type Traps } from '#e2e/lab/servicenow/traps.ts'
import { updateConnection } from '#server/connections/commands.ts'
import { getConnectionRow } from '#server/connections/find-connection.ts'
import { runToEnd } from '#server/connections/run-connections.ts'
import { findRecordOrigin } from '#server/history/record-origin.ts'
import { deleteSavedMapping, saveMapping } from '#server/import/jobs/mappings.ts'
import { digestOf } from '#server/import/source/row-digest.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { setRuntime } from '#server/platform/runtime/runtime.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import {
  connectionRecords,
  connectionRefusals,
  connectionStreams,
  connections,
  deployments,
} from '#server/schema/connections.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { serviceNow } from './connector.ts'

let database: TestDatabase
let instance: HostileServiceNow
let connection: ConnectedServiceNow

beforeEach(async () => {
  database = await createTestDatabase()
  provideDatabase(database)
})
afterEach(async () => {
  await instance.stop()
  setRuntime(undefined)
  await database.drop()
})

type Setting = { traps?: Partial<Traps>; counts?: Counts; options?: Readonly<Record<string, unknown>> }

async function connect({ traps = {}, counts = { changes: 30 }, options = {} }: Setting = {}) {
  instance = await startServiceNow(traps)
  fill(instance, counts)
  connection = await connectTo(instance, database.db, { tables: { change_request: {} }, page_size: 10, ...options })
}

const first = sysIdOf('change_request', 0)
const changeOf = async (number: string) =>
  (await database.db.select().from(changes).where(eq(changes.number, number)))[0]
const numbers = async () => (await database.db.select().from(changes).orderBy(asc(changes.number))).map((c) => c.number)

const paramOf = (request: { query: string } | undefined, name: string) =>
  new URLSearchParams(request?.query).get(name) ?? ''

const makeComparisonDue = () => database.db.update(connectionStreams).set({ keysComparedAt: '2020-01-01T00:00:00Z' })

describe('records', () => {
  test('arrive with people, services, times in UTC and their references', async () => {
    const tables = {
      sys_user: {},
      cmdb_ci_service: {},
      change_request: {},
      incident: {},
      kb_knowledge: {},
      problem: {},
      change_task: {},
    }
    const counts = { changes: 12, incidents: 6, articles: 2, problems: 3, tasks: 2 }
    await connect({ traps: { zone: 'Asia/Kolkata', language: 'de' }, counts, options: { tables } })
    const row = instance.readRow('change_request', first)
    instance.writeRow('cmdb_ci_service', { sys_id: row?.business_service ?? '', name: 'Cards, payments' })
    const done = await connection.run()
    expect(done).toMatchObject({ inserted: 20 + 8 + 12 + 6 + 2, refused: 0, updated: 0 })
    const stored = await changeOf('CHG0000001')
    expect(stored).toMatchObject({
      affectedServices: ['Cards, payments'],
      assignedTo: expect.stringMatching(/^user\.\d+@example\.com$/),
      plannedStart: `${row?.start_date?.replace(' ', 'T')}.000Z`,
      createdAt: `${row?.sys_created_on?.replace(' ', 'T')}.000Z`,
      risk: 'moderate',
    })
    const [incident] = await database.db.select().from(incidents).where(eq(incidents.number, 'INC0000001'))
    expect(incident).toMatchObject({ relatedChange: 'CHG0000001', priority: expect.stringMatching(/^\d - /) })
    const records = await database.db.select().from(connectionRecords)
    expect(records).toHaveLength(20 + 8 + 12 + 6 + 2 + 3 + 2)
    expect(records.find(({ stream }) => stream === 'problem')).toMatchObject({ entity: 'problem', key: 'PRB0000001' })
  })

  describe('of changes have who approved them last', () => {
    const approval = (index: number, person: number, state = 'approved') => ({
      sysapproval: sysIdOf('change_request', index),
      approver: sysIdOf('sys_user', person),
      state,
    })
    const approve = (index: number, person: number, state?: string) =>
      instance.writeRow('sysapproval_approver', approval(index, person, state))
    async function connectApproved(setting: Setting = {}) {
      await connect(setting)
      for (const sys_id of instance.tables.change_request?.rows.keys() ?? [])
        instance.writeRow('change_request', { sys_id, approval: 'approved', approval_set: '2026-02-28 10:00:00' })
    }
    const approverOf = async (number: string) => (await changeOf(number))?.approvedBy

    test('and when, while they are approved', async () => {
      await connectApproved()
      approve(0, 3)
      instance.advance(1000)
      approve(0, 1)
      instance.advance(1000)
      approve(0, 2, 'rejected')
      await connection.run()
      const approvedAt = '2026-02-28T10:00:00.000Z'
      expect(await changeOf('CHG0000001')).toMatchObject({ approvedBy: 'user.1@example.com', approvedAt })
      expect(await changeOf('CHG0000002')).toMatchObject({ approvedBy: null, approvedAt })
      instance.writeRow('change_request', { sys_id: first, approval: 'rejected' })
      await connection.run()
      expect(await changeOf('CHG0000001')).toMatchObject({ approvedBy: null, approvedAt: null })
    })

    test.each([
      ['table', () => Object.assign(instance.traps, { unreadableTables: ['sysapproval_approver'] })],
      ['rows', () => instance.tables.sysapproval_approver?.hidden.add(sysIdOf('sysapproval_approver', 0))],
    ])('and keep that where the account may not read the %s of approvals', async (_, hide) => {
      await connectApproved()
      approve(0, 1)
      await connection.run()
      hide()
      instance.writeRow('change_request', { sys_id: first, short_description: 'Another title' })
      await connection.run()
      expect(await changeOf('CHG0000001')).toMatchObject({ title: 'Another title', approvedBy: 'user.1@example.com' })
    })

    test('of more approvals than a page has', async () => {
      await connectApproved({ counts: { changes: 3 } })
      for (let index = 0; index < 1200; index += 1) approve(index % 2, index % 2)
      approve(2, 9)
      await connection.run()
      expect(await Promise.all(['CHG0000001', 'CHG0000002', 'CHG0000003'].map(approverOf))).toEqual([
        'user.0@example.com',
        'user.1@example.com',
        'user.9@example.com',
      ])
    })
  })

  test('of changes and incidents keep the query that was sent and the digest of the row', async () => {
    await connect({ counts: { changes: 3 } })
    await connection.run()
    const sent = instance.requests.entries.filter(({ path }) => path.endsWith('/change_request'))
    const fields = paramOf(sent[0], 'sysparm_fields')
    const table = instance.tables.change_request as Table
    const row = table.rows.get(first) as Row
    const known = fields.split(',').filter((field) => isKnownField(instance.tables, table, field))
    const received = Object.fromEntries(known.map((field) => [field, cellOf(instance.tables, table, row, field)]))
    const origin = () => findRecordOrigin(connection.ctx(), 'change', 'CHG0000001')
    expect(await origin()).toMatchObject({
      source: 'connection',
      source_id: connection.id,
      name: 'hostile',
      detail: 'change_request: ORDERBYsys_updated_on^ORDERBYsys_id',
      digest: digestOf(received),
      changed_since: [],
    })
    await database.db.update(changes).set({ title: 'Edited by hand' }).where(eq(changes.number, 'CHG0000001'))
    instance.writeRow('change_request', { sys_id: first, short_description: 'Another title' })
    await connection.run()
    expect(await origin()).toMatchObject({ digest: expect.not.stringMatching(digestOf(received)), changed_since: [] })
  })

  test('are updated by what changed, and by nothing else', async () => {
    await connect()
    await connection.run()
    expect(await connection.run()).toMatchObject({ inserted: 0, updated: 0, refused: 0 })
    instance.writeRow('change_request', { sys_id: first, short_description: 'Another title' })
    expect(await connection.run()).toMatchObject({ updated: 1 })
    expect((await changeOf('CHG0000001'))?.title).toBe('Another title')
    instance.advance(120_000)
    expect(await connection.run()).toMatchObject({ read: 1, unchanged: 1 })
    instance.advance(600_000)
    await connection.run()
    expect(await connection.run()).toMatchObject({ read: 0 })
  })

  test('keep the fields that the account cannot read', async () => {
    await connect()
    await connection.run()
    const before = await changeOf('CHG0000001')
    instance.traps.hiddenFields = ['risk', 'test_plan']
    instance.writeRow('change_request', { sys_id: first, short_description: 'Another title', risk: '2' })
    await connection.run()
    expect(await changeOf('CHG0000001')).toMatchObject({
      title: 'Another title',
      risk: before?.risk,
      implementationPlan: before?.implementationPlan,
    })
    const [stream] = await database.db.select().from(connectionStreams)
    expect(stream?.missingFields).toEqual(['risk', 'test_plan'])
  })

  test('that cannot be imported are kept whole with the reason, and tried again', async () => {
    await connect()
    instance.writeRow('change_request', { sys_id: first, state: 'strange' })
    expect(await connection.run()).toMatchObject({ inserted: 29, refused: 1 })
    const [refused] = await database.db.select().from(connectionRefusals)
    expect(refused?.refusal).toMatchObject({
      label: 'CHG0000001',
      reason: expect.stringContaining('strange'),
      row: { number: 'CHG0000001' },
    })
    instance.writeRow('change_request', { sys_id: first, state: '-5' })
    expect(await connection.run()).toMatchObject({ inserted: 1, refused: 0 })
    expect(await database.db.select().from(connectionRefusals)).toEqual([])
  })

  test('are accepted in a later run once the mapping fits', async () => {
    await connect()
    instance.writeRow('change_request', { sys_id: first, state: 'strange' })
    await connection.run()
    const fields = { state: { column: 'state', values: { strange: 'review' } } }
    await saveMapping(connection.ctx(), 'ours', { kind: 'changes', mapping: { fields } })
    const { options } = await getConnectionRow(database.db, connection.id)
    const tables = { change_request: { filter: null, mapping: 'ours' } }
    await database.db.update(connections).set({ options: { ...options, tables } as typeof options })
    expect(await connection.run()).toMatchObject({ read: 1, inserted: 1 })
    expect(await changeOf('CHG0000001')).toMatchObject({ state: 'review' })
    expect(await database.db.select().from(connectionRefusals)).toEqual([])
  })

  test('that Hindsight made there itself are left alone', async () => {
    await connect({ counts: { articles: 2 }, options: { tables: { kb_knowledge: {} } } })
    const own = { connectionId: connection.id, stream: 'kb_knowledge', remoteId: sysIdOf('kb_knowledge', 0) }
    await database.db
      .insert(connectionRecords)
      .values({ ...own, entity: 'lesson', key: 'KB-OURS', readAt: '2026-03-01T00:00:00Z' })
    expect(await connection.run()).toMatchObject({ inserted: 1, unchanged: 1 })
    const records = await database.db.select().from(connectionRecords).orderBy(asc(connectionRecords.entity))
    expect(records).toMatchObject([{ key: 'KB0000002' }, { entity: 'lesson', key: 'KB-OURS', remoteVersion: 0 }])
  })

  test('have the actual times of a change that was deployed, where they have any', async () => {
    await connect()
    const at = '2026-03-01T08:00:00.000Z'
    const common = {
      connectionId: 'pipeline',
      service: 'Shop',
      environment: 'production',
      isProduction: true,
      facts: {},
      status: 'running' as const,
      startedAt: at,
      eventAt: at,
      updatedAt: at,
    }
    const [running, both] = [
      { ...common, id: 'd1', remoteId: '1', changeNumber: 'CHG0000001' },
      { ...common, id: 'd2', remoteId: '2', changeNumber: 'CHG0000002', endedAt: at },
    ]
    await database.db.insert(deployments).values([running, both])
    await connection.run()
    const workEnd = `${instance.readRow('change_request', first)?.work_end?.replace(' ', 'T')}.000Z`
    expect(await changeOf('CHG0000001')).toMatchObject({ actualEnd: workEnd })
    await database.db.update(changes).set({ actualEnd: at })
    instance.writeRow('change_request', { sys_id: first, work_end: '' })
    await connection.run()
    expect(await changeOf('CHG0000001')).toMatchObject({ actualEnd: at })
  })

  test('that come back from our own write change nothing else', async () => {
    await connect()
    await connection.run()
    const before = await changeOf('CHG0000001')
    instance.writeRow('change_request', { sys_id: first, review_comments: 'Successful', correlation_id: 'PIR-1' })
    expect(await connection.run()).toMatchObject({ read: 1, updated: 0, unchanged: 1 })
    expect(await changeOf('CHG0000001')).toEqual(before)
  })

  test('that the account may read later are found by the weekly comparison', async () => {
    await connect()
    instance.tables.change_request?.hidden.add(first)
    await connection.run()
    instance.tables.change_request?.hidden.clear()
    expect(await connection.run()).toMatchObject({ inserted: 0 })
    await makeComparisonDue()
    expect(await connection.run()).toMatchObject({ inserted: 1 })
  })

  test('that are hidden do not count as deleted', async () => {
    await connect()
    await connection.run()
    const ids = [...(instance.tables.change_request?.rows.keys() ?? [])]
    for (const id of ids.slice(0, 12)) instance.tables.change_request?.hidden.add(id)
    instance.deleteRow('change_request', ids[20] ?? '')
    await makeComparisonDue()
    await connection.run()
    const gone = (await database.db.select().from(connectionRecords)).filter(
      ({ remoteDeletedAt }) => remoteDeletedAt !== null,
    )
    expect(gone.map(({ remoteId }) => remoteId)).toEqual([ids[20]])
  })

  test('that are refused when they are read again are no longer deleted', async () => {
    await connect()
    await connection.run()
    await database.db.update(connectionRecords).set({ remoteDeletedAt: '2026-03-01T00:00:00Z' })
    instance.writeRow('change_request', { sys_id: first, state: 'strange' })
    await connection.run()
    const [record] = await database.db.select().from(connectionRecords).where(eq(connectionRecords.remoteId, first))
    expect(record?.remoteDeletedAt).toBeNull()
  })

  test('are compared from where the last comparison stopped', async () => {
    await connect({ counts: { changes: 60 }, options: { page_size: 1 } })
    await connection.change({ page_size: 100 })
    await connection.run()
    await connection.change({ page_size: 1 })
    await makeComparisonDue()
    const queries = () =>
      instance.requests.entries
        .map(({ query }) => new URLSearchParams(query).get('sysparm_query') ?? '')
        .filter((query) => /^(sys_id>\w+\^)?ORDERBYsys_id$/.test(query))
    instance.traps = Object.defineProperty({ ...instance.traps }, 'unreadableTables', {
      get: () => (queries().length > 3 ? ['change_request'] : []),
    })
    await expect(connection.run()).rejects.toThrow('no right')
    const [stream] = await database.db.select().from(connectionStreams)
    expect(stream?.keysComparedTo).toBe([...(instance.tables.change_request?.rows.keys() ?? [])].toSorted()[29])
    const before = queries().length
    instance.traps = noTraps
    await connection.run()
    expect(queries()[before]).toBe(`sys_id>${stream?.keysComparedTo}^ORDERBYsys_id`)
    expect(queries()).toHaveLength(before + 3)
    const [ended] = await database.db.select().from(connectionStreams)
    expect(ended?.keysComparedTo).toBeNull()
    expect(ended?.keysComparedAt).not.toContain('2020')
  })

  test('that were deleted there are marked and stay', async () => {
    await connect()
    await connection.run()
    instance.deleteRow('change_request', first)
    await makeComparisonDue()
    await connection.run()
    const gone = (await database.db.select().from(connectionRecords)).filter(
      ({ remoteDeletedAt }) => remoteDeletedAt !== null,
    )
    expect(gone.map(({ key }) => key)).toEqual(['CHG0000001'])
    expect(await numbers()).toHaveLength(30)
  })
})

test('marks nothing as deleted where most records can no longer be read', async () => {
  await connect()
  await connection.run()
  for (const id of instance.tables.change_request?.rows.keys() ?? []) instance.tables.change_request?.hidden.add(id)
  await makeComparisonDue()
  await expect(connection.run()).rejects.toThrow('30 of 30 records of change_request can no longer be read')
  const records = await database.db.select().from(connectionRecords)
  expect(records.every(({ remoteDeletedAt }) => remoteDeletedAt === null)).toBe(true)
})

describe('a table is read again', () => {
  const titleFrom = (column: string) =>
    saveMapping(connection.ctx(), 'ours', { kind: 'changes', mapping: { fields: { title: column } } })
  const titles = async () => (await database.db.select().from(changes).orderBy(asc(changes.number))).map((c) => c.title)

  test('with a mapping that is chosen while it is read', async () => {
    await connect()
    await titleFrom('number')
    let requests = 0
    const choose = async () => {
      requests += 1
      if (requests === 2) await connection.change({ page_size: 10, tables: { change_request: { mapping: 'ours' } } })
    }
    await runToEnd(connection.ctx(), connection.id, {
      servicenow: {
        ...serviceNow,
        run(ctx, row) {
          const send: typeof ctx.outgoing.send = async (request) => {
            const response = await ctx.outgoing.send(request)
            await choose()
            return response
          }
          return serviceNow.run({ ...ctx, outgoing: { ...ctx.outgoing, send } }, row)
        },
      },
    })
    await connection.run()
    expect(await titles()).toEqual(await numbers())
  })

  test('when its mapping is saved again, which cannot be deleted', async () => {
    await connect()
    await titleFrom('number')
    await connection.change({ tables: { change_request: { mapping: 'ours' } } })
    await connection.run()
    await titleFrom('type')
    expect(await connection.run()).toMatchObject({ read: 30, updated: 30 })
    await titleFrom('type')
    expect(await connection.run()).toMatchObject({ read: 0 })
    await expect(deleteSavedMapping(connection.ctx(), 'ours')).rejects.toThrow('hostile uses the mapping ours')
  })

  test('when the connection moves to another instance', async () => {
    await connect()
    instance.advance(7_200_000)
    await connection.run()
    await instance.stop()
    instance = await startServiceNow()
    fill(instance, { changes: 50 })
    await updateConnection(connection.ctx(), connection.id, { url: instance.url, secret: instance.account.password })
    expect(await connection.run()).toMatchObject({ read: 50 })
    expect(await database.db.select().from(connectionRecords)).toHaveLength(50)
  })
})

describe('a filter', () => {
  test('with alternatives keeps its meaning on each page', async () => {
    const filter = 'state=3^ORstate=0^type=normal^NQnumber=CHG0000001^NQnumberLIKE002'
    await connect({ counts: { changes: 120 }, options: { tables: { change_request: { filter } }, page_size: 7 } })
    await connection.run()
    const rows = [...(instance.tables.change_request?.rows.values() ?? [])]
    const fits = rows.filter(
      ({ number = '', state = '', type }) =>
        (['0', '3'].includes(state) && type === 'normal') || number === 'CHG0000001' || number.includes('002'),
    )
    expect(await numbers()).toEqual(fits.map(({ number }) => number).toSorted())
  })

  test('that changes is read from the start', async () => {
    await connect({ options: { tables: { change_request: { filter: 'number=CHG0000007' } } } })
    await connection.run()
    await connection.change({ page_size: 10, tables: { change_request: { filter: 'numberLIKE000000' } } })
    expect(await connection.run()).toMatchObject({ read: 9, inserted: 8 })
  })

  test.each(['u_none=1', 'number=CHG1^NQu_none=1'])('that the instance ignores (%s) stops the run', async (filter) => {
    await connect({ options: { tables: { change_request: { filter } } } })
    await expect(connection.run()).rejects.toThrow('names u_none, which does not exist there')
    expect(await numbers()).toEqual([])
  })
})

describe('reading', () => {
  test('goes on with the other tables after one that cannot be read, and decides on reviews', async () => {
    const tables = { sys_user: {}, change_request: { filter: 'state=0' }, incident: {} }
    await connect({
      traps: { unreadableTables: ['sys_user'] },
      counts: { changes: 40, incidents: 2 },
      options: { tables },
    })
    await expect(connection.run()).rejects.toThrow('no right to read sys_user')
    expect(await database.db.select().from(incidents)).toHaveLength(2)
    const inReview = (await database.db.select().from(changes)).filter(({ isStub }) => !isStub)
    expect(await database.db.select().from(policyDecisions)).toHaveLength(inReview.length)
  })

  test('goes on from a row that the filter no longer matches', async () => {
    const filter = 'sys_updated_on>2000-01-01^numberLIKECHG'
    await connect({ options: { tables: { change_request: { filter } } } })
    await connection.run()
    const newest = instance.tables.change_request?.inOrderOfUpdate().at(-1)
    const [id = '', time = ''] = [newest?.sys_id, newest?.sys_updated_on]
    instance.tables.change_request?.rows.set(id, { ...newest, number: 'X', sys_updated_on: time })
    instance.tables.change_request?.touch(id)
    instance.advance(600_000)
    expect(await connection.run()).toMatchObject({ read: 0 })
    instance.writeRow('change_request', { sys_id: first, short_description: 'Another title' })
    expect(await connection.run()).toMatchObject({ updated: 1 })
  })

  test('goes on where it was interrupted', async () => {
    await connect({ counts: { changes: 60 }, options: { page_size: 10 } })
    let pages = 0
    const isEnded = () => {
      pages += 1
      return pages > 3
    }
    instance.traps = Object.defineProperty({ ...instance.traps }, 'unreadableTables', {
      get: () => (isEnded() ? ['change_request'] : []),
    })
    await expect(connection.run()).rejects.toThrow('no right')
    const read = (await numbers()).length
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(60)
    instance.traps = noTraps
    expect(await connection.run()).toMatchObject({ inserted: 60 - read })
    expect(await numbers()).toHaveLength(60)
  })

  test('asks for whole pages again some time after one was cut', async () => {
    await connect({ counts: { changes: 100 }, options: { page_size: 8 } })
    instance.traps = Object.defineProperty({ ...instance.traps }, 'maxPageBytes', {
      get: () => (instance.requests.entries.length === 1 ? 500 : Number.POSITIVE_INFINITY),
    })
    await connection.run()
    const pages = instance.requests.entries.filter(({ path }) => path.endsWith('change_request'))
    const limits = pages.map(({ query }) => new URLSearchParams(query).get('sysparm_limit'))
    expect(limits.slice(0, 2)).toEqual(['8', '4'])
    expect(limits.at(-1)).toBe('8')
  })

  test('finds a row that became visible late, although the run before failed', async () => {
    await connect({ counts: { changes: 300 }, options: { page_size: 60 } })
    const { tables } = instance
    const rows = tables.change_request?.inOrderOfUpdate() ?? []
    const late = rows.at(100)
    tables.change_request?.rows.delete(late?.sys_id ?? '')
    tables.change_request?.touch(late?.sys_id ?? '')
    let pages = 0
    const next = () => {
      pages += 1
      return pages
    }
    instance.traps = Object.defineProperty({ ...instance.traps }, 'unreadableTables', {
      get: () => (next() > 3 ? ['change_request'] : []),
    })
    await expect(connection.run()).rejects.toThrow('no right')
    const read = (await numbers()).length
    tables.change_request?.rows.set(late?.sys_id ?? '', late ?? {})
    tables.change_request?.touch(late?.sys_id ?? '')
    instance.traps = noTraps
    expect(await connection.run()).toMatchObject({ inserted: 300 - read })
  })

  test('goes on in the hour that is repeated when summer time ends', async () => {
    instance = await startServiceNow({ zone: 'America/New_York', readsQueriesInZone: true })
    instance.advance(Date.parse('2026-11-01T07:30:00Z') - instance.now())
    fill(instance, { changes: 60 })
    connection = await connectTo(instance, database.db, { tables: { change_request: {} }, page_size: 10 })
    await connection.run()
    expect(await numbers()).toHaveLength(60)
    instance.writeRow('change_request', { sys_id: first, short_description: 'Another title' })
    expect(await connection.run()).toMatchObject({ updated: 1 })
  })

  test.each([
    ['pages of rows that may not be read', { hiddenShare: 0.7, hiddenRun: 60 }],
    ['cut pages', { maxPageBytes: 6000 }],
    ['pages that end with an error', { maxPageBytes: 6000, cutPages: 'with error' }],
    ['many rows of one second', { rowsPerSecond: 400 }],
    ['times read in the zone of the account', { zone: 'America/New_York', readsQueriesInZone: true, rowsPerSecond: 9 }],
    ['a zone of quarter hours', { zone: 'Asia/Kathmandu', readsQueriesInZone: true, language: 'de' }],
  ] as const)('copes with %s', async (_, traps) => {
    await connect({ traps, counts: { changes: 100 }, options: { page_size: 20 } })
    await connection.run()
    const { rows, hidden } = instance.tables.change_request ?? { rows: new Map(), hidden: new Set() }
    const readable = [...rows.values()].filter((row) => !hidden.has(row.sys_id))
    expect(await numbers()).toEqual(readable.map(({ number }) => number).toSorted())
  })
})

test('signs in with client credentials again when the token expires', async () => {
  const sign_in = { method: 'oauth', client_id: 'client-1' }
  instance = await startServiceNow({ tokenSeconds: 0 })
  fill(instance, { changes: 3 })
  const options = { sign_in, tables: { change_request: {} } }
  connection = await connectTo(instance, database.db, options, instance.account.clientSecret)
  await expect(connection.run()).rejects.toThrow('rejects the sign-in')
  instance.traps.tokenSeconds = 60
  expect(await connection.run()).toMatchObject({ inserted: 3 })
})
