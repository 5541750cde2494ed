import { expect, test } from 'vitest'
import { importContent, noCounts, pickCounts, provideDatabases } from './testing-import.ts'

const { open } = provideDatabases()
const incidents = async () =>
  (await open().pool.query('select number, state, priority, priority_level from incidents order by number')).rows
const changes = async () =>
  (await open().pool.query('select number, state, type, risk from changes order by number')).rows

const numbered = { number: 'INC0010001', opened_at: '2026-03-01T10:00:00Z', state: 6, priority: '2' }

test.each([
  ['the columns of ServiceNow', { ...numbered, sys_id: 'a'.repeat(32) }, {}],
  ['a mapping that names the system', { ...numbered, number: '17' }, { mapping: { system: 'ServiceNow' } }],
  [
    'a mapping that says what each means',
    { ...numbered, number: '17' },
    { mapping: { fields: { state: { values: { 6: 'resolved' } }, priority: { values: { 2: '2 - High' } } } } },
  ],
])('numbers have a meaning by %s', async (_, row, options) => {
  expect(pickCounts(await importContent(open(), 'incidents', [row], options))).toEqual({ ...noCounts, inserted: 1 })
  expect(await incidents()).toMatchObject([{ state: 'resolved', priority: '2 - High', priority_level: 2 }])
})

test('the meaning of numbers is reported where the file shows its system', async () => {
  const row = 'CHG0030001,Move the mail,-1,2,2026-03-01 10:00:00'
  const header = 'number,short_description,state,risk,sys_updated_on'
  const { remarks } = await importContent(open(), 'changes', `${header}\n${row}\n`)
  expect(remarks).toContain('The file is one of ServiceNow, so the numbers of state, risk mean what they do there.')
  expect(await changes()).toEqual([{ number: 'CHG0030001', state: 'implement', type: 'normal', risk: 'high' }])
})

test.each([
  ['a ticket of another system', [{ ...numbered, number: 'SR-17' }]],
  ['columns of ServiceNow without its record numbers', [{ ...numbered, number: '17', sys_id: 'a'.repeat(32) }]],
  ['a level that is only a number', [{ ...numbered, number: 'SR-17', state: 'Resolved' }]],
])('numbers of %s are refused, with how to say what they mean', async (_, rows) => {
  const summary = await importContent(open(), 'incidents', rows)
  expect(pickCounts(summary)).toEqual({ ...noCounts, refused: 1 })
  expect(summary.refusals[0]?.reason).toMatch(
    /Priority: "2" is a number, which means something else in each system; name the preset of the system, or map it to one of 1 - Critical, .* in the mapping/,
  )
})

test('numbers of states, risks and types are refused in the rows that have them, and the others are imported', async () => {
  const rows = ['number,title,state,risk', 'C-1,a,Closed,Low', 'C-2,b,5,Low', 'C-3,c,Closed,4']
  const summary = await importContent(open(), 'changes', rows.join('\n'))
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 1, refused: 2 })
  expect(summary.refusals.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^State: "5" is a number/),
    expect.stringMatching(/^Risk: "4" is a number/),
  ])
})

test('priorities without a known level are reported, each with its rows', async () => {
  const wordings = ['Kritisch', 'Hoch', 'Wichtig', 'Wichtig', '4 - Urgent', 'Très basse', 'P7']
  const lines = wordings.map((priority, at) => `INC${at},2026-01-01,${priority}`)
  const { remarks } = await importContent(open(), 'incidents', ['number,opened,priority', ...lines].join('\n'))
  expect((await incidents()).map(({ priority_level }) => priority_level)).toEqual([1, 2, null, null, null, 5, null])
  expect(remarks).toContain(
    'Priority has no known level, so rules by priority leave these incidents out; map it to a level in the mapping: "Wichtig" (2 rows), "4 - Urgent" (1 row), "P7" (1 row).',
  )
})

test('our own export keeps a priority that is only a number', async () => {
  const row = { ...numbered, state: 'resolved', priority_level: null, number: 'SR-17' }
  expect(pickCounts(await importContent(open(), 'incidents', [row]))).toEqual({ ...noCounts, inserted: 1 })
  expect(await incidents()).toMatchObject([{ priority: '2', priority_level: null }])
})

test('dates with a year of two digits are read in a file that shows their order', async () => {
  const rows = ['number,opened', 'INC1,10/5/26 15:04', 'INC2,10/15/26 9:00']
  expect(pickCounts(await importContent(open(), 'incidents', rows.join('\n')))).toEqual({ ...noCounts, inserted: 2 })
  const { rows: stored } = await open().pool.query('select opened_at from incidents order by number')
  const moments = ['2026-10-05T15:04:00.000Z', '2026-10-15T09:00:00.000Z']
  expect(stored.map(({ opened_at }) => opened_at.toISOString())).toEqual(moments)
  await expect(importContent(open(), 'incidents', rows.slice(0, 2).join('\n'))).rejects.toThrow(
    'Dates such as "10/5/26 15:04" of opened may be day first or month first',
  )
})

test('a change type that says when a change was recorded is no type by itself', async () => {
  const summary = await importContent(open(), 'changes', 'number,title,state,type\nC-1,a,Closed,Latent\n')
  expect(summary.refusals[0]?.reason).toContain('Type: "Latent" is not one of Standard, Normal, Emergency')
})

test('a file of a known system that is sent without its preset is refused, and the report names the preset', async () => {
  const ticket = { id: 3, subject: 'Slow', status: 5, priority: 4, responder_id: 4, fr_due_by: null }
  const freshservice = { tickets: [{ ...ticket, created_at: '2026-03-05T09:14:00Z' }] }
  const glpi = [{ id: 5, name: 'Slow', status: 6, priority: 5, solvedate: null, date_mod: day, date_creation: day }]
  for (const [name, rows] of Object.entries({ Freshservice: freshservice, GLPI: glpi })) {
    const mapping = { fields: { opened_at: { column: ['created_at', 'date_mod'] } }, skip_missing: true }
    const summary = await importContent(open(), 'incidents', rows, { mapping })
    expect(pickCounts(summary)).toEqual({ ...noCounts, refused: 1 })
    expect(summary.remarks).toContain(
      `The columns are those of ${name}: its preset knows what they mean. Choose the mapping ${name}.`,
    )
  }
})

const day = '2026-03-05 09:14:00'

test.each([
  ['TypeOfChange', 'type'],
  ['ScheduledStartDate', 'planned_start'],
  ['Scheduled Start Time', 'planned_start'],
  ['Custom field (Affected services)', 'affected_services'],
  ['Custom field (Change start date)', 'planned_start'],
  ['Services Affected', 'affected_services'],
])('the unused column %s is reported as one that looks like %s', async (column, field) => {
  const file = `number,title,state,${column},Colour\nC-1,a,Closed,x,red\n`
  const { unused_columns, remarks } = await importContent(open(), 'changes', file)
  expect(unused_columns).toEqual([column, 'Colour'])
  expect(remarks).toEqual([
    `The column "${column}" is not used, but looks like ${field}: if it is, name it in the mapping, {"fields":{"${field}":"${column}"}}.`,
    `Columns with values that are not imported: ${column}, Colour.`,
  ])
  const left = await importContent(open(), 'changes', file, { mapping: { fields: { [field]: null } } })
  expect(left.remarks).toEqual([`Columns with values that are not imported: ${column}, Colour.`])
})

test('a known system keeps a priority of its own that has no level, and reports it', async () => {
  const rows = [{ ...numbered, sys_id: 'a'.repeat(32), priority: '6' }]
  const { inserted, remarks } = await importContent(open(), 'incidents', rows)
  expect(inserted).toBe(1)
  expect(await incidents()).toMatchObject([{ priority: '6', priority_level: null }])
  expect(remarks.at(-1)).toMatch(/^Priority has no known level, .*: "6" \(1 row\)\.$/)
})
