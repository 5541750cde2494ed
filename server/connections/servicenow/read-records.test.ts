import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { isKnownField, makeSysId, readCell, type TableRow } from '#e2e/lab/servicenow/tables.ts'
import { noTraps } from '#e2e/lab/servicenow/traps.ts'
import { getConnectionRow } from '#server/connections/find-connection.ts'
import { knowRecord } from '#server/connections/testing-connection.ts'
import { findRecordOrigin } from '#server/history/record-origin.ts'
import { saveMapping } from '#server/import/jobs/mappings.ts'
import { digestRow } from '#server/import/source/source.ts'
import { readRows } from '#server/platform/db/testing.ts'
import { insertDeployment } from '#server/reviews/testing.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import {
  connectionRecords,
  connectionRefusals,
  connectionRuns,
  connectionStreams,
  connections,
} from '#server/schema/connections.ts'
import { first, getParam, provideStreams, type StreamSetting } from './testing-streams.ts'

const streams = provideStreams()
const { connect, database, edit, getChanges, listNumbers, makeComparisonDue, readChange, run } = streams

const records = () => database.db.select().from(connectionRecords).orderBy(asc(connectionRecords.entity))
const listDeleted = async () => (await records()).filter(({ remoteDeletedAt }) => remoteDeletedAt !== null)

describe('records', () => {
  test('arrive with people, services, times in UTC and their references', async () => {
    const names = [
      'sys_user',
      'cmdb_ci_service',
      'change_request',
      'incident',
      'kb_knowledge',
      'problem',
      'change_task',
    ]
    const tables = Object.fromEntries(names.map((name) => [name, {}]))
    const counts = { changes: 12, incidents: 6, articles: 2, problems: 3, tasks: 2 }
    await connect({ traps: { zone: 'Asia/Kolkata' }, counts, options: { tables } })
    const row = streams.instance.readRow('change_request', first)
    streams.instance.writeRow('cmdb_ci_service', { sys_id: row?.business_service ?? '', name: 'Cards, payments' })
    const done = await run()
    expect(done).toMatchObject({ inserted: 20 + 8 + 12 + 6 + 2, refused: 0, updated: 0 })
    const stored = await readChange('CHG0000001')
    expect(stored).toMatchObject({
      affectedServices: ['Cards, payments'],
      assignedTo: expect.stringMatching(/^user\.\d+@example\.com$/),
      plannedStart: `${row?.start_date?.replace(' ', 'T')}.000Z`,
      createdAt: `${row?.sys_created_on?.replace(' ', 'T')}.000Z`,
      risk: 'moderate',
    })
    const [incident] = await readRows(database.db, incidents, { number: 'INC0000001' })
    expect(incident).toMatchObject({ relatedChange: 'CHG0000001', priority: expect.stringMatching(/^\d - /) })
    expect(await records()).toHaveLength(20 + 8 + 12 + 6 + 2 + 3 + 2)
    expect((await records()).find(({ stream }) => stream === 'problem')).toMatchObject({
      entity: 'problem',
      key: 'PRB0000001',
    })
  })

  test('of changes have the description, justification and parent of their own row, word for word', async () => {
    await connect({ counts: { changes: 12 } })
    await run()
    const { tables } = streams.instance
    for (const row of getChanges().rows.values()) {
      const { justification = '', description } = row
      const objective = justification.replace('\u202e', '').trim() || null
      const parent = readCell(tables, getChanges(), row, 'parent.number') || null
      expect(await readChange(row.number ?? '')).toMatchObject({ objective, description, parent })
    }
    expect(await readChange('CHG0000002')).toMatchObject({
      objective: expect.stringMatching(/^<b>Fewer<\/b> failures:\n\n\t- of “1” & all {2}\n {2}kept {3}apart$/),
      parent: 'CHG0000001',
    })
    edit({ justification: '', description: 'Other' })
    await run()
    expect(await readChange('CHG0000001')).toMatchObject({ objective: null, description: 'Other' })
  })

  describe('of changes have who approved them last', () => {
    const approval = (index: number, person: number, state = 'approved') => ({
      sysapproval: makeSysId('change_request', index),
      approver: makeSysId('sys_user', person),
      state,
    })
    const approve = (index: number, person: number, state?: string) =>
      streams.instance.writeRow('sysapproval_approver', approval(index, person, state))
    async function connectApproved(setting: StreamSetting = {}) {
      await connect(setting)
      for (const sys_id of getChanges().rows.keys())
        edit({ sys_id, approval: 'approved', approval_set: '2026-02-28 10:00:00' })
    }

    test('and when, while they are approved', async () => {
      await connectApproved()
      approve(0, 3)
      streams.instance.advance(1000)
      approve(0, 1)
      streams.instance.advance(1000)
      approve(0, 2, 'rejected')
      await run()
      const approvedAt = '2026-02-28T10:00:00.000Z'
      expect(await readChange('CHG0000001')).toMatchObject({ approvedBy: 'user.1@example.com', approvedAt })
      expect(await readChange('CHG0000002')).toMatchObject({ approvedBy: null, approvedAt })
      edit({ approval: 'rejected' })
      await run()
      expect(await readChange('CHG0000001')).toMatchObject({ approvedBy: null, approvedAt: null })
    })

    test.each([
      ['table', () => Object.assign(streams.instance.traps, { unreadableTables: ['sysapproval_approver'] })],
      ['rows', () => streams.instance.tables.sysapproval_approver?.hidden.add(makeSysId('sysapproval_approver', 0))],
    ])('and keep that where the account may not read the %s of approvals', async (_, hide) => {
      await connectApproved()
      approve(0, 1)
      await run()
      hide()
      edit({ short_description: 'Another title' })
      await run()
      expect(await readChange('CHG0000001')).toMatchObject({ title: 'Another title', approvedBy: 'user.1@example.com' })
    })
  })

  test('of changes and incidents keep the query that was sent and the digest of the row', async () => {
    await connect({ counts: { changes: 3 } })
    await run()
    const sent = streams.instance.requests.entries.filter(({ path }) => path.endsWith('/change_request'))
    const fields = getParam(sent[0], 'sysparm_fields')
    const { tables } = streams.instance
    const row = getChanges().rows.get(first) as TableRow
    const known = fields.split(',').filter((field) => isKnownField(tables, getChanges(), field))
    const received = Object.fromEntries(known.map((field) => [field, readCell(tables, getChanges(), row, field)]))
    const origin = () => findRecordOrigin(streams.connection.ctx(), 'change', 'CHG0000001')
    expect(await origin()).toMatchObject({
      source: 'connection',
      source_id: streams.connection.id,
      name: 'hostile',
      detail: 'change_request: ORDERBYsys_updated_on^ORDERBYsys_id',
      digest: digestRow(received),
      changed_since: [],
    })
    await database.db.update(changes).set({ title: 'Edited by hand' }).where(eq(changes.number, 'CHG0000001'))
    edit({ short_description: 'Another title' })
    await run()
    expect(await origin()).toMatchObject({ digest: expect.not.stringMatching(digestRow(received)), changed_since: [] })
  })

  test('are updated by what changed, and by nothing else', async () => {
    await connect()
    await run()
    expect(await run()).toMatchObject({ inserted: 0, updated: 0, refused: 0 })
    edit({ short_description: 'Another title' })
    expect(await run()).toMatchObject({ updated: 1 })
    expect((await readChange('CHG0000001'))?.title).toBe('Another title')
    streams.instance.advance(120_000)
    expect(await run()).toMatchObject({ read: 1, unchanged: 1 })
    streams.instance.advance(600_000)
    await run()
    expect(await run()).toMatchObject({ read: 0 })
  })

  test('keep the fields that the account cannot read', async () => {
    await connect()
    await run()
    const before = await readChange('CHG0000001')
    streams.instance.traps.hiddenFields = ['risk', 'test_plan']
    edit({ short_description: 'Another title', risk: '2' })
    await run()
    expect(await readChange('CHG0000001')).toMatchObject({
      title: 'Another title',
      risk: before?.risk,
      implementationPlan: before?.implementationPlan,
    })
    const [stream] = await database.db.select().from(connectionStreams)
    expect(stream?.missingFields).toEqual(['risk', 'test_plan'])
  })

  test('that cannot be imported are kept whole with the reason, and tried again', async () => {
    await connect()
    edit({ state: 'strange' })
    expect(await run()).toMatchObject({ inserted: 29, refused: 1 })
    const [refused] = await database.db.select().from(connectionRefusals)
    expect(refused?.refusal).toMatchObject({
      label: 'CHG0000001',
      reason: expect.stringContaining('strange'),
      row: { number: 'CHG0000001' },
    })
    edit({ state: '-5' })
    expect(await run()).toMatchObject({ inserted: 1, refused: 0 })
    expect(await database.db.select().from(connectionRefusals)).toEqual([])
  })

  test('are accepted in a later run once the mapping fits', async () => {
    await connect()
    edit({ state: 'strange' })
    await run()
    const fields = { state: { column: 'state', values: { strange: 'review' } } }
    await saveMapping(streams.connection.ctx(), 'ours', { kind: 'changes', mapping: { fields } })
    const { options } = await getConnectionRow(database.db, streams.connection.id)
    const tables = { change_request: { filter: null, mapping: 'ours' } }
    await database.db.update(connections).set({ options: { ...options, tables } as typeof options })
    expect(await run()).toMatchObject({ read: 1, inserted: 1 })
    expect(await readChange('CHG0000001')).toMatchObject({ state: 'review' })
    expect(await database.db.select().from(connectionRefusals)).toEqual([])
  })

  test('that Hindsight made there itself are left alone', async () => {
    await connect({ counts: { articles: 2 }, options: { tables: { kb_knowledge: {} } } })
    const ours = ['lesson', 'KB-OURS'] as const
    await knowRecord(database.db, streams.connection.id, ours, ['kb_knowledge', makeSysId('kb_knowledge', 0)])
    expect(await run()).toMatchObject({ inserted: 1, unchanged: 1 })
    expect(await records()).toMatchObject([
      { key: 'KB0000002' },
      { entity: 'lesson', key: 'KB-OURS', remoteVersion: 0 },
    ])
  })

  test('have the actual times of a change that was deployed, where they have any', async () => {
    await connect()
    const at = '2026-03-01T08:00:00.000Z'
    await insertDeployment(database.db, 'd1', at, { changeNumber: 'CHG0000001', endedAt: null, status: 'running' })
    await insertDeployment(database.db, 'd2', at, { changeNumber: 'CHG0000002' })
    await run()
    const workEnd = `${streams.instance.readRow('change_request', first)?.work_end?.replace(' ', 'T')}.000Z`
    expect(await readChange('CHG0000001')).toMatchObject({ actualEnd: workEnd })
    await database.db.update(changes).set({ actualEnd: at })
    edit({ work_end: '' })
    await run()
    expect(await readChange('CHG0000001')).toMatchObject({ actualEnd: at })
  })

  test('that the account may read later are found by the weekly comparison', async () => {
    await connect()
    getChanges().hidden.add(first)
    await run()
    getChanges().hidden.clear()
    expect(await run()).toMatchObject({ inserted: 0 })
    await makeComparisonDue()
    expect(await run()).toMatchObject({ inserted: 1 })
  })

  test('that are hidden do not count as deleted', async () => {
    await connect()
    await run()
    const ids = [...getChanges().rows.keys()]
    for (const id of ids.slice(0, 12)) getChanges().hidden.add(id)
    streams.instance.deleteRow('change_request', ids[20] ?? '')
    await makeComparisonDue()
    await run()
    expect((await listDeleted()).map(({ remoteId }) => remoteId)).toEqual([ids[20]])
    expect(await listNumbers(), 'what was deleted there stays').toHaveLength(30)
  })

  test('are compared from where the last comparison stopped', async () => {
    await connect({ counts: { changes: 60 }, options: { page_size: 1 } })
    await streams.connection.change({ page_size: 100 })
    await run()
    await streams.connection.change({ page_size: 1 })
    await makeComparisonDue()
    const queries = () =>
      streams.instance.requests.entries
        .map(({ query }) => new URLSearchParams(query).get('sysparm_query') ?? '')
        .filter((query) => /^(sys_id>\w+\^)?ORDERBYsys_id$/.test(query))
    streams.instance.traps = Object.defineProperty({ ...streams.instance.traps }, 'unreadableTables', {
      get: () => (queries().length > 3 ? ['change_request'] : []),
    })
    await expect(run()).rejects.toThrow('no right')
    const [stream] = await database.db.select().from(connectionStreams)
    expect(stream?.keysComparedTo).toBe([...getChanges().rows.keys()].toSorted()[29])
    const before = queries().length
    streams.instance.traps = noTraps
    await run()
    expect(queries()[before]).toBe(`sys_id>${stream?.keysComparedTo}^ORDERBYsys_id`)
    expect(queries()).toHaveLength(before + 3)
    const [ended] = await database.db.select().from(connectionStreams)
    expect(ended?.keysComparedTo).toBeNull()
    expect(ended?.keysComparedAt).not.toContain('2020')
  })
})

test('a run says what it changed or left out of the rows that it read, once however often it writes them', async () => {
  const options = { tables: { incident: {} } }
  await connect({ counts: { changes: 2, incidents: 3, states: ['-2'] }, options })
  edit({ number: 'see the mail' })
  const { instance } = streams
  const [odd, long] = [0, 1].map((index) => makeSysId('incident', index)) as [string, string]
  instance.writeRow('incident', { sys_id: odd, priority: 'Wichtig', short_description: 'StÃ¶rung', caused_by: first })
  instance.writeRow('incident', { sys_id: long, short_description: 'One line\nand another' })
  // Two records with one number make the rows be written twice.
  const { sys_id: _, ...row } = instance.readRow('incident', odd) ?? {}
  instance.writeRow('incident', { ...row, sys_id: 'f'.repeat(32), short_description: 'Of another domain' })
  expect(await run()).toMatchObject({ inserted: 3, refused: 1 })
  const [last] = await database.db.select().from(connectionRuns)
  const remarks = last?.remarks.join('\n') ?? ''
  expect(remarks).toMatch(/Priority.* has no known level.*"Wichtig" \(1 row\)/)
  expect(remarks).toMatch(/Short description looks encoded twice and is kept as it is \(1 row/)
  expect(remarks).toMatch(/Short description is stored on one line.* \(1 row/)
  expect(remarks).toMatch(/Related change.* is left empty where it cannot be read \(2 rows/)
})

test('marks nothing as deleted where most records can no longer be read', async () => {
  await connect()
  await run()
  for (const id of getChanges().rows.keys()) getChanges().hidden.add(id)
  await makeComparisonDue()
  await expect(run()).rejects.toThrow('30 of 30 records of change_request can no longer be read')
  expect(await listDeleted()).toEqual([])
})
