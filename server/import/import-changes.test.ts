import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ChangeRecord } from '#lib/contracts/changes.ts'
import { getChange } from '#server/changes/queries.ts'
import { testToken } from '#server/platform/runtime/testing-context.ts'
import { updateChange } from '#server/reviews/api-writes/update-change.ts'
import { changes } from '#server/schema/changes.ts'
import { settings } from '#server/schema/settings.ts'
import { importContent, noCounts, pickCounts, provideDatabases } from './testing-import.ts'

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
    pir_completed: false,
    pir_reference: null,
    pir_outcome: null,
    pir_date: null,
    is_stub: false,
    created_at: '2015-07-06T18:55:46.000Z',
    updated_at: '2026-03-01T10:00:00.000Z',
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
    'risk: "Wild" is not one of very_high, high, moderate, low; map it in the mapping',
  )
  expect(summary.remarks.at(-1)).toMatch(/^close_code is left empty where it cannot be read \(1 row, such as "code 5"/)
})

test('close code, authorization, requester and team are imported', async () => {
  const rows = [
    'number,short_description,state,close_code,unauthorized,requested_by,assignment_group',
    'CHG1,a,Review,Backed out,true,ada@example.org,Databases',
    'CHG2,b,Review,Successful with issues,false,,',
    'CHG3,c,Review,code 5,,,',
  ]
  const db = open()
  expect(pickCounts(await importContent(db, 'changes', rows.join('\n')))).toEqual({ ...noCounts, inserted: 3 })
  const columns = {
    closeCode: changes.closeCode,
    isUnauthorized: changes.isUnauthorized,
    requestedBy: changes.requestedBy,
    assignmentGroup: changes.assignmentGroup,
  }
  expect(await context().db.select(columns).from(changes).orderBy(changes.number)).toEqual([
    { closeCode: 'backed_out', isUnauthorized: true, requestedBy: 'ada@example.org', assignmentGroup: 'Databases' },
    { closeCode: 'successful_with_issues', isUnauthorized: false, requestedBy: null, assignmentGroup: null },
    { closeCode: null, isUnauthorized: false, requestedBy: null, assignmentGroup: null },
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
  expect(remarks.join()).toContain('approval is left empty where it cannot be read (1 row, such as "By committee"')
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

test('a record without creation time keeps that of its first import', async () => {
  const rows = 'number,title,state,created_at\nCHG1,a,new,\nCHG2,b,new,2026-01-01T00:00:00Z\n'
  await importContent(open(), 'changes', rows)
  const again = await importContent(open(), 'changes', rows, { now: '2027-01-01T00:00:00.000Z' })
  expect(pickCounts(again)).toEqual({ ...noCounts, unchanged: 2 })
  expect((await getChange(context(), 'CHG1')).created_at).toBe('2026-03-01T10:00:00.000Z')
})

test('importing our own export changes nothing', async () => {
  await importContent(open(), 'changes', apiResponse)
  const { version: _, ...change } = await getChange(context(), 'CHG0000024')
  expect(pickCounts(await importContent(open(), 'changes', { result: [change], total_count: 1 }))).toEqual({
    ...noCounts,
    unchanged: 1,
  })
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
