import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { RecordOrigin } from '#lib/contracts/app/changes.ts'
import { ChangeRecord } from '#lib/contracts/changes.ts'
import { deleteStub } from '#server/changes/delete-stub.ts'
import { addReading } from '#server/changes/measures.ts'
import { getChange } from '#server/changes/queries.ts'
import { findRecordOrigin } from '#server/history/record-origin.ts'
import { testContext, testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { putChange } from '#server/reviews/api-writes/put-change.ts'
import { updateChange } from '#server/reviews/api-writes/update-change.ts'
import { changes } from '#server/schema/changes.ts'
import { settings } from '#server/schema/settings.ts'
import { importContent, noCounts, pickCounts, provideDatabases } from './testing-import.ts'
import { buildWorkbook } from './testing-workbook.ts'

const { open, context } = provideDatabases()

/** A change in the response of ServiceNow's Change Management API. */
const apiResponse = {
  result: {
    number: { display_value: 'CHG0000024', value: 'CHG0000024' },
    sys_class_name: { display_value: 'Change Request', value: 'change_request' },
    short_description: { display_value: 'Clear the routes', value: 'Clear the routes' },
    state: { display_value: 'Closed', value: 3.0 },
    type: { display_value: 'Standard', value: 'standard' },
    risk: { display_value: 'Moderate', value: 3.0 },
    cmdb_ci: { display_value: 'router-1', value: 'b0dbda5347c12200e0ef563dbb9a718f' },
    implementation_plan: { display_value: '-- Stop\r\n-- Clear', value: '-- Stop\r\n-- Clear' },
    test_plan: { display_value: '- Look at the alerts', value: '- Look at the alerts' },
    backout_plan: { display_value: 'Not possible.', value: 'Not possible.' },
    risk_impact_analysis: { display_value: '', value: '' },
    start_date: { display_value: '', value: '' },
    work_start: { display_value: '2015-07-06 11:56:04', value: '2015-07-06 18:56:04' },
    work_end: { display_value: '2015-07-06 11:56:10', value: '2015-07-06 18:56:10' },
    assigned_to: { display_value: 'Fred Luddy', value: '5137153cc611227c000bbd1bd8cd2005' },
    close_code: { display_value: 'Successful', value: 'successful' },
    close_notes: {
      display_value: 'All routes are clear.\r\nNothing else was seen.',
      value: 'All routes are clear.\r\nNothing else was seen.',
    },
    justification: { display_value: 'Routes are found\n\tat once.', value: 'Routes are found\n\tat once.' },
    parent: { display_value: 'CHG0000020', value: '46e18c0fa9fe19810066a0083f76bd56' },
    sys_created_on: { display_value: '2015-07-06 11:55:46', value: '2015-07-06 18:55:46' },
  },
}

test('a change of ServiceNow is imported completely, with plans as objects', async () => {
  expect(pickCounts(await importContent(open(), 'changes', apiResponse))).toEqual({ ...noCounts, inserted: 1 })
  const { version, ...change } = await getChange(context(), 'CHG0000024')
  expect(version).toBe(1)
  expect(ChangeRecord.parse(change)).toEqual(change)
  expect(change).toEqual({
    number: 'CHG0000024',
    title: 'Clear the routes',
    state: 'closed',
    type: 'standard',
    risk: 'moderate',
    affected_services: ['router-1'],
    implementation_plan: { steps: ['Stop', 'Clear'], test_plan: { steps: ['Look at the alerts'] } },
    risk_assessment: null,
    backout_plan: { description: 'Not possible.' },
    planned_start: null,
    planned_end: null,
    actual_start: '2015-07-06T18:56:04.000Z',
    actual_end: '2015-07-06T18:56:10.000Z',
    assigned_to: 'Fred Luddy',
    approved_by: null,
    approved_at: null,
    close_code: 'successful',
    close_notes: 'All routes are clear.\r\nNothing else was seen.',
    rolled_back_at: null,
    measures: [],
    pir_completed: false,
    pir_reference: null,
    pir_outcome: null,
    pir_date: null,
    is_stub: false,
    created_at: '2015-07-06T18:55:46.000Z',
    updated_at: '2026-03-01T10:00:00.000Z',
    description: null,
    objective: 'Routes are found\n\tat once.',
    parent: 'CHG0000020',
    model: null,
    effort_planned: null,
    effort_actual: null,
  })
  expect(pickCounts(await importContent(open(), 'changes', apiResponse))).toEqual({ ...noCounts, unchanged: 1 })
})

const sheet = (state: string, outcome: string) =>
  `number,title,state,pir_outcome,pir_completed\nCHG1,Move the mail,${state},${outcome},true\nCHG2,Move the web,${state},${outcome},true\n`

test('review fields are imported unless somebody has edited them', async () => {
  await importContent(open(), 'changes', sheet('Review', 'successful'))
  await updateChange({ ...context(), actor: testToken }, 'CHG1', { pir_outcome: 'failed', pir_date: '2026-03-02' })
  const summary = await importContent(open(), 'changes', sheet('Closed', 'partially successful'))
  expect(pickCounts(summary)).toEqual({ ...noCounts, updated: 2, kept: 1 })
  expect(await getChange(context(), 'CHG1')).toMatchObject({
    state: 'closed',
    pir_outcome: 'failed',
    pir_completed: true,
    pir_date: '2026-03-02',
    version: 3,
  })
  expect(await getChange(context(), 'CHG2')).toMatchObject({
    state: 'closed',
    pir_outcome: 'partially_successful',
    pir_completed: true,
    version: 2,
  })
  const again = await importContent(open(), 'changes', sheet('Closed', 'partially successful'))
  expect(pickCounts(again)).toEqual({ ...noCounts, unchanged: 2, kept: 1 })
})

test('an import without review fields leaves them unchanged', async () => {
  await importContent(open(), 'changes', sheet('Review', 'successful'))
  await importContent(open(), 'changes', 'number,title,state\nCHG1,Move the mail away,Closed\n')
  expect(await getChange(context(), 'CHG1')).toMatchObject({ title: 'Move the mail away', pir_outcome: 'successful' })
})

test('an unknown close code is left empty and reported, other unknown words are rejected', async () => {
  const rows =
    'number,short_description,state,close_code,risk\nCHG1,a,Closed,code 5,Low\nCHG2,b,Closed,Unsuccessful,Wild\n'
  const summary = await importContent(open(), 'changes', rows)
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 1, refused: 1 })
  expect(summary.refusals[0]?.reason).toBe(
    'Risk: "Wild" is not one of Very high, High, Moderate, Low; say in the mapping what it means',
  )
  expect(summary.remarks.at(-1)).toMatch(/^Close code is left empty where it cannot be read \(1 row, such as "code 5"/)
})

test('close code, authorization, requester, team and effort are imported', async () => {
  const rows = [
    'number,short_description,state,close_code,unauthorized,requested_by,assignment_group,planned_effort,effort',
    'CHG1,a,Review,Backed out,true,ada@example.org,Databases,40,56h 30m',
    'CHG2,b,Review,Successful with issues,false,,,two days,',
    'CHG3,c,Review,code 5,,,,,',
  ]
  const db = open()
  expect(pickCounts(await importContent(db, 'changes', rows.join('\n')))).toEqual({ ...noCounts, inserted: 3 })
  const columns = {
    closeCode: changes.closeCode,
    isUnauthorized: changes.isUnauthorized,
    requestedBy: changes.requestedBy,
    assignmentGroup: changes.assignmentGroup,
    effort: sql`array[${changes.effortPlanned}, ${changes.effortActual}]`,
  }
  const named = { requestedBy: 'ada@example.org', assignmentGroup: 'Databases', effort: [40, 56.5] }
  const unnamed = {
    closeCode: null,
    isUnauthorized: false,
    requestedBy: null,
    assignmentGroup: null,
    effort: [null, null],
  }
  expect(await context().db.select(columns).from(changes).orderBy(changes.number)).toEqual([
    { ...unnamed, closeCode: 'backed_out', isUnauthorized: true, ...named },
    { ...unnamed, closeCode: 'successful_with_issues' },
    unnamed,
  ])
})

const readApproval = async (number: string) => {
  const { approved_by: by, approved_at: at } = await getChange(context(), number)
  return [by, at]
}

test('approver and time of the approval are imported, by the names that files give them', async () => {
  await importContent(
    open(),
    'changes',
    'number,title,state,Approved by,Approval date\nCHG1,a,Scheduled,ada@example.org,2026-02-28 10:00\nCHG2,b,New,,\n',
  )
  expect(await readApproval('CHG1')).toEqual(['ada@example.org', '2026-02-28T10:00:00.000Z'])
  expect(await readApproval('CHG2')).toEqual([null, null])
})

test('a rejected change has no approver and no time of approval', async () => {
  const rows = [
    'number,title,state,Approval,Approval set,Approver',
    ...['Approved', 'Rejected', 'Not Yet Requested', 'By committee'].map(
      (approval, at) => `CHG${at + 1},a,New,${approval},2026-02-28 10:00,ada@example.org`,
    ),
  ]
  const { remarks } = await importContent(open(), 'changes', rows.join('\n'))
  const approved = ['ada@example.org', '2026-02-28T10:00:00.000Z']
  expect(await readApproval('CHG1')).toEqual(approved)
  expect(await readApproval('CHG2')).toEqual([null, null])
  expect(await readApproval('CHG3')).toEqual([null, null])
  expect(await readApproval('CHG4')).toEqual(approved)
  expect(remarks.join()).toContain('Approval is left empty where it cannot be read (1 row, such as "By committee"')
})

test('a close code never sets the outcome of a review, except by a column or mapping', async () => {
  const rows = 'number,title,state,close_code,Closure notes\nCHG1,Move the mail,Closed,Successful,"Done,\nas planned"\n'
  await importContent(open(), 'changes', rows)
  const closed = { close_code: 'successful', close_notes: 'Done,\nas planned' }
  expect(await getChange(context(), 'CHG1')).toMatchObject({ ...closed, pir_completed: false, pir_outcome: null })
  const mapping = { fields: { pir_outcome: 'close_code' } }
  await importContent(open(), 'changes', rows, { mapping })
  expect(await getChange(context(), 'CHG1')).toMatchObject({ ...closed, pir_outcome: 'successful' })
  await importContent(open(), 'changes', 'number,title,state,review_outcome\nCHG2,Move the web,Closed,Failed\n')
  expect(await getChange(context(), 'CHG2')).toMatchObject({
    close_code: null,
    close_notes: null,
    pir_outcome: 'failed',
  })
})

test('a text that is too long to quote and a parent that is no change are left out, not the row', async () => {
  const rows = ['INC0001', '46e18c0fa9fe19810066a0083f76bd56', 'RFC CHG9'].map((parent, at) => ({
    number: `CHG${at + 1}`,
    title: 'a',
    state: 'new',
    description: 'b',
    reason_for_change: 'c'.repeat(20_001 - at),
    parent,
  }))
  const { remarks } = await importContent(open(), 'changes', rows)
  expect(remarks.join()).toMatch(/Objective .* is left empty where it cannot be read \(1 row, such as "c/)
  expect(await getChange(context(), 'CHG1')).toMatchObject({ description: 'b', objective: null, parent: null })
  expect(await getChange(context(), 'CHG2')).toMatchObject({ objective: 'c'.repeat(20_000), parent: null })
  expect(await getChange(context(), 'CHG3')).toMatchObject({ parent: 'CHG9' })
})

test('measures are imported once, from JSON or a cell with JSON, and those of an export with their readings', async () => {
  const stated = { name: 'Latency', unit: 'ms', better: 'lower', target: 210 }
  const row = (number: string, measures: unknown) => ({ number, title: 'a', state: 'scheduled', measures })
  const readMeasures = async (number: string) => (await getChange(context(), number)).measures
  await importContent(open(), 'changes', [{ ...row('CHG1', [stated]), requested_by: 'Ines Marchetti' }])
  expect(await readMeasures('CHG1')).toMatchObject([{ ...stated, stated_by: 'Ines Marchetti', readings: [] }])
  await importContent(open(), 'changes', [row('CHG1', [{ ...stated, target: 5 }])])
  expect(await readMeasures('CHG1')).toMatchObject([stated])
  await importContent(
    open(),
    'changes',
    'number,title,state,measures\nCHG2,a,new,"[{""name"":""Errors"",""better"":""lower"",""target"":0}]"\n',
  )
  expect(await readMeasures('CHG2')).toMatchObject([{ name: 'Errors', target: 0, stated_by: 'An imported file' }])

  const [{ id } = { id: '' }] = await readMeasures('CHG1')
  await addReading(context(), { number: 'CHG1', id }, { value: 205, source: 'Grafana' })
  const exported = await getChange(context(), 'CHG1')
  await open().db.delete(changes)
  await importContent(open(), 'changes', JSON.parse(JSON.stringify([exported])))
  expect(await readMeasures('CHG1')).toEqual(exported.measures)
})

test.each([
  ['Measures: "soon" is not JSON', 'soon'],
  ['Measures must be a JSON list of measures', {}],
  ['Measures 0 target must be a number', [{ name: 'a', better: 'lower', target: 'low' }]],
  ['Measures must have different names', Array.from({ length: 2 }, () => ({ name: 'a', better: 'lower', target: 1 }))],
  [
    'Measures must have at most 5 entries',
    [1, 2, 3, 4, 5, 6].map((n) => ({ name: `a${n}`, better: 'lower', target: 1 })),
  ],
])('a row is refused: %s', async (reason, measures) => {
  const { refusals } = await importContent(open(), 'changes', [{ number: 'CHG1', title: 'a', state: 'new', measures }])
  expect(refusals[0]?.reason).toMatch(reason)
})

test('a record without creation time keeps that of its first import', async () => {
  const rows = 'number,title,state,created_at\nCHG1,a,new,\nCHG2,b,new,2026-01-01T00:00:00Z\n'
  await importContent(open(), 'changes', rows)
  const again = await importContent(open(), 'changes', rows, { now: '2027-01-01T00:00:00.000Z' })
  expect(pickCounts(again)).toEqual({ ...noCounts, unchanged: 2 })
  expect((await getChange(context(), 'CHG1')).created_at).toBe('2026-03-01T10:00:00.000Z')
})

test('a change that an import closes waits for the policy, one first imported as closed does not', async () => {
  const file = (states: Record<string, string>) =>
    Object.entries(states).map(([number, state]) => ({ number, title: `Change ${number}`, state }))
  await importContent(open(), 'changes', file({ A: 'implement', B: 'closed', C: 'review', D: 'scheduled', E: 'new' }))
  await importContent(open(), 'changes', file({ A: 'closed', B: 'closed', C: 'closed', D: 'canceled', E: 'implement' }))
  const waiting = async () =>
    (await open().db.select().from(changes).where(eq(changes.awaitsDecision, true)).orderBy(changes.number)).map(
      ({ number }) => number,
    )
  expect(await waiting()).toEqual(['A', 'C'])
  const renamed = file({ A: 'closed' }).map((row) => ({ ...row, title: 'New title' }))
  await importContent(open(), 'changes', renamed)
  expect(await waiting()).toEqual(['A', 'C'])
})

test('close codes and outcomes mean what an admin set for the words, unless the mapping says otherwise', async () => {
  const database = open()
  const at = { version: 1, updatedAt: '2026-01-01T00:00:00.000Z', updatedBy: 'Ada' }
  await database.db.insert(settings).values([
    { key: 'close_code_words', value: { 'Done with remarks': 'successful_with_issues', Odd: 'failed' }, ...at },
    { key: 'outcome_words', value: { 'Geht so': 'partially_successful' }, ...at },
  ])
  const row = { number: 'CHG1', title: 'Clear the routes', state: 'closed' }
  const rows = [{ ...row, close_code: 'done WITH remarks', pir_outcome: 'Geht so', pir_completed: true }]
  await importContent(database, 'changes', rows)
  expect(await getChange(context(), 'CHG1')).toMatchObject({
    close_code: 'successful_with_issues',
    pir_outcome: 'partially_successful',
  })
  const mapping = { fields: { close_code: { column: 'close_code', values: { odd: 'backed_out' } } } }
  await importContent(database, 'changes', [{ ...row, close_code: 'Odd' }], { mapping })
  expect(await getChange(context(), 'CHG1')).toMatchObject({ close_code: 'backed_out' })
})

const entries = async (id?: string) =>
  (
    await open().pool.query(
      `select actor_kind, actor_name, action, entity_type, entity_id, changes from audit_events
       where entity_type <> 'import' and ($1::text is null or request_id = $1) order by id`,
      [id],
    )
  ).rows

/** Names that the feed of events finds beside the changes, whose values may be long. */
const listNames = async (id: string) =>
  (await open().pool.query('select changed_fields as names from audit_events where request_id = $1 order by id', [id]))
    .rows

const byImport = { actor_kind: 'import', actor_name: 'Import' }

test('each record that an import inserts or updates has its entry, with the fields that changed', async () => {
  const header = 'number,title,state,actual_end,affected_services\n'
  const first = await importContent(open(), 'changes', `${header}CHG1,One,scheduled,,"a,b"\nCHG2,Two,closed,,a\n`)
  const created = (entity_id: string, values: Readonly<Record<string, unknown>>) => ({
    ...byImport,
    action: 'create',
    entity_type: 'change',
    entity_id,
    changes: Object.fromEntries(
      Object.entries({ ...values, type: 'normal', is_unauthorized: false, pir_completed: false }).map(([field, to]) => [
        field,
        { from: null, to },
      ]),
    ),
  })
  expect(await entries(first.id)).toEqual([
    created('CHG1', { title: 'One', state: 'scheduled' }),
    created('CHG2', { title: 'Two', state: 'closed' }),
  ])

  const rows = `CHG1,One,closed,2026-02-28T23:59:59Z,"a,b,c"\nCHG2,Two,closed,,a\nCHG3,Three,new,,\n`
  const second = await importContent(open(), 'changes', `${header}${rows}`)
  const names = ['state', 'affected_services', 'actual_end', 'awaits_decision']
  expect(await listNames(second.id)).toContainEqual({ names })
  expect(await entries(second.id)).toEqual([
    {
      ...byImport,
      action: 'update',
      entity_type: 'change',
      entity_id: 'CHG1',
      changes: {
        state: { from: 'scheduled', to: 'closed' },
        affected_services: { from: ['a', 'b'], to: ['a', 'b', 'c'] },
        actual_end: { from: null, to: '2026-02-28T23:59:59.000Z' },
        awaits_decision: { from: false, to: true },
      },
    },
    created('CHG3', { title: 'Three', state: 'new' }),
  ])
})

test('an unknown change that an incident names has an entry for its stub', async () => {
  const row = 'number,opened_at,related_change\nINC1,2026-01-01T00:00:00Z,CHG9\n'
  const { id } = await importContent(open(), 'incidents', row)
  expect(await entries(id)).toEqual([
    {
      ...byImport,
      action: 'create',
      entity_type: 'incident',
      entity_id: 'INC1',
      changes: expect.objectContaining({ related_change: { from: null, to: 'CHG9' } }),
    },
    { ...byImport, action: 'create', entity_type: 'change', entity_id: 'CHG9', changes: {} },
  ])
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const findOrigin = (number: string) => findRecordOrigin(context(), 'change', number)
const as = (name: string, now: string) => testContext(open().db, { ...testPerson('manager'), name }, new Date(now))
const anyVersion = { expectedVersions: undefined, mustExist: undefined }

const rows = `number,title,state\nCHG1,"'=Say ""hello"",\nthen wait",New\nCHG2,Two,New\n`
const none: RecordOrigin['changed_since'] = []

test('a record keeps the file, the line, the time and the digest of the row as the file has it', async () => {
  const { id } = await importContent(open(), 'changes', rows, { file: 'changes.csv' })
  const origin = { source: 'import', source_id: id, name: 'changes.csv', read_at: '2026-03-01T10:00:00.000Z' }
  expect(await findOrigin('CHG1')).toEqual({
    ...origin,
    detail: 'line 2',
    digest: sha256(String.raw`["CHG1","'=Say \"hello\",\nthen wait","New"]`),
    changed_since: none,
  })
  expect(await findOrigin('chg2')).toMatchObject({
    ...origin,
    detail: 'line 4',
    digest: sha256('["CHG2","Two","New"]'),
  })
  await expect(findOrigin('CHG3')).rejects.toMatchObject({ code: 'not_found' })
})

test('of an object it is the digest of its canonical JSON, of a workbook that of its texts', async () => {
  await importContent(open(), 'incidents', [
    { opened_at: '2026-03-01T10:00:00Z', number: 'INC1', extra: { b: 1, a: 2 } },
  ])
  expect(await findRecordOrigin(context(), 'incident', 'INC1')).toMatchObject({
    digest: sha256('{"extra":{"a":2,"b":1},"number":"INC1","opened_at":"2026-03-01T10:00:00Z"}'),
  })
  const workbook = buildWorkbook({
    Sheet: [
      ['number', 'title', 'state'],
      ['CHG1', 'One', 'New'],
    ],
  })
  await importContent(open(), 'changes', Buffer.from(workbook), { file: 'changes.xlsx' })
  expect(await findOrigin('CHG1')).toMatchObject({ detail: 'line 2', digest: sha256('["CHG1","One","New"]') })
})

test('an import that changes nothing leaves it, one that changes the record replaces it', async () => {
  const first = await importContent(open(), 'changes', rows)
  const second = await importContent(open(), 'changes', rows.replace('Two', 'Zwei'), {
    now: '2026-03-02T10:00:00.000Z',
  })
  expect(await findOrigin('CHG1')).toMatchObject({ source_id: first.id })
  expect(await findOrigin('CHG2')).toMatchObject({ source_id: second.id, digest: sha256('["CHG2","Zwei","New"]') })
})

test('what others changed since is listed with who and when, once for each field', async () => {
  await importContent(open(), 'changes', rows)
  await putChange(as('Ada', '2026-03-03T10:00:00.000Z'), 'CHG2', { title: 'Three', risk: 'low' }, anyVersion)
  await putChange(as('Bob', '2026-03-04T10:00:00.000Z'), 'CHG2', { title: 'Four' }, anyVersion)
  await updateChange(testContext(open().db, testToken, new Date('2026-03-05T10:00:00Z')), 'CHG2', {
    pir_date: '2026-03-01',
  })
  expect((await findOrigin('CHG2'))?.changed_since).toEqual([
    { field: 'pir_date', at: '2026-03-05T10:00:00.000Z', by: testToken.name },
    { field: 'title', at: '2026-03-04T10:00:00.000Z', by: 'Bob' },
    { field: 'risk', at: '2026-03-03T10:00:00.000Z', by: 'Ada' },
  ])
  expect((await findOrigin('CHG1'))?.changed_since).toEqual(none)
})

test('a record that no import wrote has none, nor has one that was made again after its deletion', async () => {
  await putChange(as('Ada', '2026-03-03T10:00:00.000Z'), 'CHG9', { title: 'Nine', state: 'new' }, anyVersion)
  expect(await findOrigin('CHG9')).toBeNull()
  const stub = 'number,title,state,is_stub\nCHG5,Five,Closed,true\n'
  await importContent(open(), 'changes', stub)
  expect(await findOrigin('CHG5')).toMatchObject({ detail: 'line 2' })
  await deleteStub(as('Ada', '2026-03-04T10:00:00.000Z'), 'CHG5', undefined)
  await putChange(as('Ada', '2026-03-05T10:00:00.000Z'), 'CHG5', { title: 'Five', state: 'new' }, anyVersion)
  expect(await findOrigin('CHG5')).toBeNull()
})

test('a model that a person named stays where a file names none, and one that repeats the type is none', async () => {
  const db = open()
  const head = 'number,short_description,state,model\n'
  await importContent(
    db,
    'changes',
    `${head}CHG1,a,Review,Grow a disk\nCHG2,b,Review,Normal\nCHG3,c,Review,Standard change`,
  )
  await importContent(db, 'changes', `${head}CHG1,a,Closed,\nCHG2,b,Closed,Renew\nCHG3,c,Closed,emergency`)
  const read = await context().db.select({ model: changes.model }).from(changes).orderBy(changes.number)
  expect(read.map(({ model }) => model)).toEqual(['Grow a disk', 'Renew', null])
})
