import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Mapping } from '#lib/contracts/import-records.ts'
import { Incident } from '#lib/contracts/incidents.ts'
import { deleteStub } from '#server/changes/delete-stub.ts'
import { getChange } from '#server/changes/queries.ts'
import { listIncidents } from '#server/incidents/queries.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { previewImport } from './preview/preview-import.ts'
import { writeTemporaryFile } from './testing.ts'
import { importContent, noCounts, pickCounts, provideDatabases, readAll, type TestImport } from './testing-import.ts'

const { open, context, countWaiting } = provideDatabases()

const importedAt = '2026-03-01T10:00:00.000Z'
const incidents = async (query?: string) => {
  const { rows } = await listIncidents(context(), { page: 1, limit: 100, sort: 'number', ...(query && { query }) })
  return rows
}

/** All fields as null, the value of a field that a file lacks; it includes fields that are added later. */
const nothing = Object.fromEntries(Object.keys(Incident.shape).map((name) => [name, null]))

/** The history of two incidents, one of them caused by a change, as in a ServiceNow audit log. */
const log = `number,incident_state,opened_at,resolved_at,category,subcategory,cmdb_ci,priority,caused_by,rfc
INC0000001,New,29-02-2016 01:16,?,Category 55,Subcategory 170,?,3 - Moderate,?,?
INC0000002,New,03-03-2016 04:40,?,Category 40,Subcategory 215,cmdb_ci 31,1 - Critical,?,?
INC0000001,Active,29-02-2016 01:16,?,Category 55,Subcategory 170,?,3 - Moderate,?,?
INC0000002,Awaiting User Info,03-03-2016 04:40,?,Category 40,Subcategory 215,cmdb_ci 31,2 - High,?,?
INC0000001,Closed,29-02-2016 01:16,29-02-2016 11:29,Category 55,Subcategory 170,?,3 - Moderate,CHG0000132,CHG0000404
`

const importLog = (text = log, options: TestImport = {}) =>
  importContent(open(), 'incidents', text, { mapping: { rows: 'last' }, ...options })

test('the last row of an incident is its state; times are UTC; ? is empty', async () => {
  const summary = await importLog()
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 2, superseded: 3, stubs: 1 })
  expect(await incidents()).toEqual([
    {
      ...nothing,
      number: 'INC0000001',
      short_description: 'Category 55 / Subcategory 170',
      priority: '3 - Moderate',
      priority_level: 3,
      state: 'closed',
      opened_at: '2016-02-29T01:16:00.000Z',
      resolved_at: '2016-02-29T11:29:00.000Z',
      related_change: 'CHG0000132',
      affected_service: 'Category 55',
      updated_at: importedAt,
    },
    {
      ...nothing,
      number: 'INC0000002',
      short_description: 'Category 40 / Subcategory 215',
      priority: '2 - High',
      priority_level: 2,
      state: 'on_hold',
      opened_at: '2016-03-03T04:40:00.000Z',
      affected_service: 'cmdb_ci 31',
      updated_at: importedAt,
    },
  ])
  expect(await incidents('related_change=CHG0000132')).toHaveLength(1)
  for (const incident of await incidents()) expect(Incident.parse(incident)).toEqual(incident)
  const { rows } = await open().pool.query('select number, priority_level, origin from incidents order by number')
  expect(rows).toEqual([
    { number: 'INC0000001', priority_level: 3, origin: 'import' },
    { number: 'INC0000002', priority_level: 2, origin: 'import' },
  ])
})

test('the time of the update and then the count of updates decide, in whatever order the rows come', async () => {
  const states = ['New', 'Active', 'On hold', 'Active', 'Resolved', 'Closed']
  const rows = ['INC1', 'INC2'].flatMap((number) =>
    states.map((state, at) => [number, state, '29-02-2016 01:16', `29-02-2016 0${2 + Math.floor(at / 2)}:00`, at]),
  )
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(rows, { minLength: rows.length }), async (shuffled) => {
      const lines = [['number', 'state', 'opened_at', 'sys_updated_at', 'sys_mod_count'], ...shuffled]
      const { remarks } = await importContent(open(), 'incidents', lines.join('\n'))
      expect((await incidents()).map(({ state }) => state)).toEqual(['closed', 'closed'])
      expect(remarks).toContain(
        'Of several rows for one record, the one with the latest sys_updated_at, sys_mod_count counts.',
      )
      await open().pool.query('truncate incidents')
    }),
    { numRuns: runs(10) },
  )
})

test('text that is not the number of one change makes no change', async () => {
  const cells = ['TBD', '#N/A', '"CHG1, CHG2"', 'CHG 3', '']
  const lines = cells.map((cell, at) => `INC${at},2026-01-01,${cell}`)
  const { stubs, refused, remarks } = await importContent(
    open(),
    'incidents',
    ['number,opened,change', ...lines].join('\n'),
  )
  expect({ stubs, refused }).toEqual({ stubs: 1, refused: 0 })
  expect((await incidents()).map(({ related_change }) => related_change)).toEqual([null, null, null, 'CHG 3', null])
  expect(remarks).toContain(
    'Related change ("change") is left empty where it cannot be read (3 rows, such as "TBD" is not the number of a change).',
  )
})

test('assumptions and unused columns are reported', async () => {
  const { remarks, unused_columns, fields } = await importLog()
  expect(unused_columns).toEqual(['rfc'])
  expect(fields.find(({ field }) => field === 'short_description')).toMatchObject({
    columns: ['category', 'subcategory'],
    is_guessed: true,
  })
  expect(remarks).toEqual([
    'Columns with values that are not imported: rfc.',
    'Times without a zone are treated as UTC.',
    'Cells with ? are read as empty.',
    'Of several rows for one record, the last counts.',
    'Nobody knows the changes CHG0000132: if that is another spelling, correct it; else import the changes too.',
  ])
})

test('a dry run reports the same and writes nothing', async () => {
  await importLog(log.split('\n').slice(0, 2).join('\n'))
  const before = await readAll(open())
  const dry = await importLog(log, { isDryRun: true })
  expect(await readAll(open())).toEqual(before)
  const wet = await importLog()
  expect(pickCounts(dry)).toEqual({ ...noCounts, inserted: 1, updated: 1, superseded: 3, stubs: 1 })
  expect(pickCounts(wet)).toEqual(pickCounts(dry))
})

test('an unknown change becomes a stub, and an import of the change completes it', async () => {
  await importLog()
  expect(await getChange(context(), 'CHG0000132')).toMatchObject({
    title: 'Unknown change CHG0000132',
    state: 'closed',
    type: 'normal',
    is_stub: true,
    implementation_plan: null,
    version: 1,
  })
  const filled = await importContent(open(), 'changes', 'number,title,state\nCHG0000132,Replace the switch,Review\n')
  expect(pickCounts(filled)).toEqual({ ...noCounts, updated: 1 })
  expect(await getChange(context(), 'CHG0000132')).toMatchObject({
    title: 'Replace the switch',
    state: 'review',
    is_stub: false,
    version: 2,
  })
  expect((await importLog()).stubs).toBe(0)
  expect(await getChange(context(), 'CHG0000132')).toMatchObject({ title: 'Replace the switch', is_stub: false })
})

test('an import of the change clears the stub mark even without new values', async () => {
  await importLog()
  await importContent(open(), 'changes', 'number,title,state\nCHG0000132,Unknown change CHG0000132,Closed\n')
  expect(await getChange(context(), 'CHG0000132')).toMatchObject({ is_stub: false, version: 2 })
})

test('ServiceNow responses are read: numbers for states, references by name, stored times', async () => {
  const record = {
    number: { display_value: 'INC0000050', value: 'INC0000050' },
    sys_class_name: { display_value: 'Incident', value: 'incident' },
    short_description: { display_value: 'Mail is down', value: 'Mail is down' },
    priority: { display_value: '1 - Critical', value: '1' },
    state: { display_value: 'Closed', value: '7' },
    opened_at: { display_value: '2015-11-02 13:58:24', value: '2015-11-02 21:58:24' },
    resolved_at: { display_value: '', value: '' },
    cmdb_ci: { display_value: 'Exchange', link: 'https://x.example/ci', value: '281190e3c0a8000b003f593aa3f20ca6' },
    caused_by: { link: 'https://x.example/chg', value: '46c87023a9fe198101b0cf8e0a0ed8cf' },
  }
  const problem = { ...record, number: 'PRB1', sys_class_name: 'problem' }
  const summary = await importContent(
    open(),
    'incidents',
    { result: [record, problem] },
    { mapping: { time_zone: 'Asia/Tokyo' } },
  )
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 1, refused: 1 })
  expect(summary.refusals).toEqual([
    { place: 'record 2 (line 1)', line: 1, reason: 'Record class ("sys_class_name"): "problem" is not an incident' },
  ])
  expect(await incidents()).toEqual([
    {
      ...nothing,
      number: 'INC0000050',
      short_description: 'Mail is down',
      priority: '1 - Critical',
      priority_level: 1,
      state: 'closed',
      opened_at: '2015-11-02T21:58:24.000Z',
      affected_service: 'Exchange',
      updated_at: importedAt,
    },
  ])
  expect(summary.remarks).toContain(
    'Related change is left empty where it is a sys_id; export it with display values (1 row, such as INC0000050).',
  )
})

test('a resolution time follows from state and closing time, and a missing state from them', async () => {
  const cases = [
    ['In Progress', '2026-03-02', '', 'in_progress', null],
    ['', '2026-03-02', '', 'resolved', '2026-03-02T00:00:00.000Z'],
    ['', '', '', 'new', null],
    ['Closed', '', '2026-03-03 10:00:00', 'closed', '2026-03-03T10:00:00.000Z'],
    ['Closed', '2026-03-02 09:00:00', '2026-03-03 10:00:00', 'closed', '2026-03-02T09:00:00.000Z'],
    ['Active', '', '2026-03-03 10:00:00', 'in_progress', null],
    ['', '', '2026-03-03 10:00:00', 'resolved', '2026-03-03T10:00:00.000Z'],
  ]
  const lines = cases.map(([state, resolved, closed], at) => `INC${at},${state},2026-03-01,${resolved},${closed}`)
  const text = ['number,state,opened_at,resolved_at,closed_at', ...lines, ''].join('\n')
  const { remarks } = await importContent(open(), 'incidents', text)
  expect((await incidents()).map(({ state, resolved_at }) => [state, resolved_at])).toEqual(
    cases.map(([, , , state, resolvedAt]) => [state, resolvedAt]),
  )
  expect(remarks).toEqual([
    'Times without a zone are treated as UTC.',
    'Resolved at is left out where the incident is still open (1 row, such as INC0).',
  ])
})

test('a service given as sys_id is stored and reported', async () => {
  const id = 'b0dbda5347c12200e0ef563dbb9a718f'
  const summary = await importContent(open(), 'incidents', `number,opened_at,service\nINC1,2026-03-01,${id}\n`)
  expect((await incidents())[0]?.affected_service).toBe(id)
  expect(summary.remarks).toEqual([
    'affected_service is a sys_id, which means nothing to a reader; export it with display values (1 row, such as INC1).',
  ])
  const changes = await importContent(open(), 'changes', `number,title,state,service\nCHG1,T,new,"dns,${id}"\n`)
  expect(changes.remarks).toEqual([
    'affected_services holds a sys_id, which means nothing to a reader; export it with display values (1 row, such as CHG1).',
  ])
})

test.each([
  ['new', 'INC2'],
  ['known', 'INC1'],
])('a stub is not deleted while an import of a %s incident names it', async (_, number) => {
  await importContent(open(), 'incidents', 'number,opened_at,related_change\nINC1,2026-01-01T00:00:00Z,CHG1\n')
  await importContent(open(), 'incidents', 'number,opened_at,related_change\nINC1,2026-01-01T00:00:00Z,CHG2\n')
  let deletion: Promise<void> | undefined
  await importContent(open(), 'incidents', `number,opened_at,related_change\n${number},2026-01-01T00:00:00Z,CHG1\n`, {
    async onWritten() {
      deletion = deleteStub(context(), 'CHG1', undefined)
      deletion.catch(() => {})
      await Promise.race([deletion, expect.poll(countWaiting).toBeGreaterThan(0)])
    },
  })
  await expect(deletion).rejects.toMatchObject({ code: 'conflict' })
})

const stored = async () =>
  (await open().pool.query('select number, state, priority from incidents order by number')).rows.map((row) =>
    Object.values(row).join(' '),
  )
const preview = async (text: string, mapping: Mapping = {}) =>
  previewImport(open().pool, new Date('2026-03-01T10:00:00.000Z'), {
    entity: 'incidents',
    path: await writeTemporaryFile('rows.csv', text),
    mapping,
    actor: createSystemActor('preview', 'Preview'),
  })

/** A log that is sorted by group, so that no direction of the file holds for all of its records. */
const sortedLog = `number,state,opened_at,priority,assignment_group,changed,version
LG2,Closed,2026-03-01 10:00,P1,Alpha,2026-03-09 10:00,9
LG1,New,2026-03-01 10:00,P2,Alpha,2026-03-02 10:00,2
LG2,New,2026-03-01 10:00,P3,Beta,2026-03-02 10:00,8
LG1,Closed,2026-03-01 10:00,P4,Beta,2026-03-10 10:00,10`

test.each([
  ['first', ['LG1 new P2', 'LG2 closed P1']],
  ['last', ['LG1 closed P4', 'LG2 new P3']],
  ['latest:changed', ['LG1 closed P4', 'LG2 closed P1']],
  ['latest:version', ['LG1 closed P4', 'LG2 closed P1']],
])('of several rows for one record the %s counts, in preview and import', async (rows, expected) => {
  const previewed = await preview(sortedLog, { rows })
  expect(previewed.row_question).toBeNull()
  expect(previewed.records.map(({ key, values }) => `${key} ${values.state} ${values.priority}`).toSorted()).toEqual(
    expected,
  )
  const summary = await importContent(open(), 'incidents', sortedLog, { mapping: { rows } })
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 2, superseded: 2 })
  expect(await stored()).toEqual(expected)
})

test('without an answer the preview asks, with the rows and their differences, and the import refuses the file', async () => {
  expect(await preview(sortedLog)).toMatchObject({
    problem: null,
    records: [],
    row_question: {
      field: 'number',
      key: 'LG2',
      records: 2,
      equal_in: [],
      rows: [
        { place: 'line 2', values: { state: 'closed', priority: 'P1' } },
        { place: 'line 4', values: { state: 'new', priority: 'P3' } },
      ],
    },
  })
  await expect(importContent(open(), 'incidents', sortedLog)).rejects.toThrow(
    'Several rows have the number LG2 (line 2, line 4) and differ, and nothing says which one counts. So it is with 2 records. Say it with rows=first, rows=last or rows=latest:COLUMN (parameter rows of the API, option --rows of the command, "rows" of the mapping',
  )
  expect(await stored()).toEqual([])
})

test('equal rows need no answer', async () => {
  const [header, first] = sortedLog.split('\n')
  const summary = await importContent(open(), 'incidents', [header, first, first].join('\n'))
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 1, superseded: 1 })
})

test('rows that are equal in the columns of updates, but differ, are asked about too', async () => {
  const rows = `number,state,opened_at,sys_updated_on
INC1,New,2026-03-01,2026-03-02
INC1,Closed,2026-03-01,2026-03-03
INC1,On Hold,2026-03-01,2026-03-03`
  await expect(importContent(open(), 'incidents', rows)).rejects.toThrow(
    '(line 3, line 4), are equal in sys_updated_on and differ',
  )
  await importContent(open(), 'incidents', rows, { mapping: { rows: 'last' } })
  expect(await stored()).toEqual(['INC1 on_hold unspecified'])
})

test.each([
  [{ newest_first: true }, ['LG1 new P2', 'LG2 closed P1']],
  [{ last_state: true }, ['LG1 closed P4', 'LG2 new P3']],
])('a mapping that was saved with %j keeps its meaning', async (mapping, expected) => {
  await importContent(open(), 'incidents', sortedLog, { mapping })
  expect(await stored()).toEqual(expected)
})

test('records without a log have no latest row', async () => {
  const products = 'id,name,price\na,Pen,1\n'
  await expect(importContent(open(), 'products', products, { mapping: { rows: 'latest:price' } })).rejects.toThrow(
    'Of several rows for one of the products, the first or the last counts.',
  )
})
