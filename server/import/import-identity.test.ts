import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ChangeWrite } from '#lib/contracts/change-writes.ts'
import type { Mapping } from '#lib/contracts/import-records.ts'
import { IncidentWrite } from '#lib/contracts/incident-writes.ts'
import { numberKey } from '#lib/text/record-number.ts'
import { getChange } from '#server/changes/queries.ts'
import { listIncidents } from '#server/incidents/queries.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { putChange } from '#server/reviews/api-writes/put-change.ts'
import { putIncident } from '#server/reviews/api-writes/put-incident.ts'
import { previewImport } from './preview/preview-import.ts'
import { writeTemporaryFile } from './testing.ts'
import { importContent, provideDatabases } from './testing-import.ts'

const { open, context, countWaiting } = provideDatabases()
const listNumbers = async (table: string) =>
  (await open().pool.query(`select number from ${table} order by number`)).rows.map(({ number }) => number)
const anyVersion = { expectedVersions: undefined, mustExist: undefined }

const spelling = fc.constantFrom(
  'CHG1',
  'chg1',
  'Change CHG1',
  'change request: Chg1',
  'OPS-2',
  'ops-2',
  'Change OPS-2',
  'Release-3',
  'RELEASE-3',
)

test('a change has one record, in whatever spelling files name it, and in whatever order they come', async () => {
  const file = fc.array(
    fc.record({
      kind: fc.constantFrom('changes', 'incidents'),
      numbers: fc.array(spelling, { minLength: 1, maxLength: 6 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  const property = fc.asyncProperty(file, async (files) => {
    await open().pool.query('truncate changes, incidents cascade')
    for (const { kind, numbers } of files) {
      const rows =
        kind === 'changes'
          ? numbers.map((number) => ({ number, title: 'T', state: 'closed' }))
          : numbers.map((caused_by, at) => ({ number: `INC${at}`, opened_at: '2026-03-01T10:00:00Z', caused_by }))
      await importContent(open(), kind === 'changes' ? 'changes' : 'incidents', rows)
    }
    const stored = await listNumbers('changes')
    const named = new Set(files.flatMap(({ kind, numbers }) => (kind === 'changes' ? numbers : [])).map(numberKey))
    expect(new Set(stored.map(numberKey)).size).toBe(stored.length)
    for (const number of named) expect(stored.map(numberKey)).toContain(number)
    const { rows } = await open().pool.query(
      `select related_change from incidents i where not exists (select from changes c where c.number = i.related_change)`,
    )
    expect(rows).toEqual([])
  })
  await fc.assert(property, { numRuns: runs(10) })
})

test('an incident is updated under its number, and its change is the known one', async () => {
  await importContent(open(), 'changes', [{ number: 'CHG4000001', title: 'T', state: 'closed' }])
  const at = '2026-03-01T10:00:00.000Z'
  await importContent(open(), 'incidents', [{ number: 'INC7', opened_at: at }])
  await importContent(open(), 'incidents', [{ number: 'inc7', opened_at: at, caused_by: 'Change chg4000001' }])
  const write = IncidentWrite.parse({ opened_at: at, related_change: 'chg4000001' })
  await putIncident(context(), 'Incident INC7', write, anyVersion)
  await putIncident(context(), 'inc8', write, anyVersion)
  expect(await listNumbers('changes')).toEqual(['CHG4000001'])
  expect(await listNumbers('incidents')).toEqual(['INC7', 'inc8'])
  const query = 'related_change = "change CHG4000001" AND number IN (INC8, inc7)'
  const { rows } = await listIncidents(context(), { query, page: 1, limit: 10 })
  expect(rows.map(({ number, related_change }) => [number, related_change])).toEqual([
    ['inc8', 'CHG4000001'],
    ['INC7', 'CHG4000001'],
  ])
  expect((await getChange(context(), 'chg4000001')).number).toBe('CHG4000001')
})

test('the database compares numbers like the code', async () => {
  const word = fc.constantFrom('Change ', 'CHANGE request: ', 'incident #', 'change', 'Ä', 'İ', ' ', 'chg', '1', 'a2')
  const texts = fc.sample(
    fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join('').trim()),
    500,
  )
  const { rows } = await open().pool.query(
    `select text, lower(regexp_replace(text collate "C", '^(change|incident)( (request|ticket|record|number))?[ :#]+(?=[^ ]*[0-9][^ ]*$)', '', 'i')) as key
     from unnest($1::text[]) text`,
    [texts],
  )
  expect(rows.map(({ key }) => key)).toEqual(rows.map(({ text }) => numberKey(text)))
})

/** Imports incidents or changes, and writes the same number in another spelling just before the commit. */
async function importBeside(kind: 'changes' | 'incidents', rows: unknown, write: () => Promise<unknown>) {
  let writing: Promise<unknown> = Promise.resolve()
  const onWritten = async () => {
    writing = write()
    await expect.poll(countWaiting).toBe(1)
  }
  await importContent(open(), kind, rows, { onWritten })
  await writing
}
const at = '2026-03-01T10:00:00.000Z'
const whole = { title: 'Written', state: 'scheduled' } as const

test('a new number that a PUT spells differently beside an import is one record', async () => {
  await importBeside('changes', [{ number: 'chg1', title: 'T', state: 'closed' }], () =>
    putChange(context(), 'CHG1', ChangeWrite.parse(whole), anyVersion),
  )
  expect(await listNumbers('changes')).toEqual(['chg1'])
  expect((await getChange(context(), 'CHG1')).title).toBe('Written')
  await importBeside('incidents', [{ number: 'inc1', opened_at: at, caused_by: 'chg2' }], () =>
    putIncident(context(), 'INC1', IncidentWrite.parse({ opened_at: at, related_change: 'CHG2' }), anyVersion),
  )
  expect([await listNumbers('changes'), await listNumbers('incidents')]).toEqual([['chg1', 'chg2'], ['inc1']])
})

test('an import that spells a new number differently beside a PUT writes the record of the PUT', async () => {
  const writer = await open().pool.connect()
  const insert = (number: string) =>
    writer.query(`insert into changes (number, title, state, type, affected_services, origin, created_at, updated_at)
      values ('${number}', 'Theirs', 'new', 'normal', '{}', 'entry', now(), now())`)
  const importing = async (kind: 'changes' | 'incidents', rows: unknown) => {
    const imported = importContent(open(), kind, rows)
    await expect.poll(countWaiting).toBe(1)
    await writer.query('commit')
    return imported
  }
  await writer.query('begin')
  await insert('CHG1')
  const changed = await importing('changes', [{ number: 'chg1', title: 'T', state: 'closed' }])
  expect(changed).toMatchObject({ inserted: 0, updated: 1 })
  await writer.query('begin')
  await insert('CHG2')
  const named = await importing('incidents', [{ number: 'INC1', opened_at: at, caused_by: 'chg2' }])
  writer.release()
  expect(named).toMatchObject({ inserted: 1, stubs: 0 })
  expect(await listNumbers('changes')).toEqual(['CHG1', 'CHG2'])
  const { rows } = await listIncidents(context(), { query: 'number = INC1', page: 1, limit: 1 })
  expect(rows[0]?.related_change).toBe('CHG2')
})

test('parallel writers of one number in many spellings leave one record', async () => {
  const spellings = ['CHG9', 'chg9', 'Chg9', 'Change CHG9', 'change chg9']
  await Promise.all(
    spellings.flatMap((number) => [
      putChange(context(), number, ChangeWrite.parse(whole), anyVersion),
      putIncident(
        context(),
        `INC ${number}`,
        IncidentWrite.parse({ opened_at: at, related_change: number }),
        anyVersion,
      ),
      importContent(open(), 'changes', [{ number, title: 'T', state: 'closed' }]),
    ]),
  )
  expect(await listNumbers('changes')).toHaveLength(1)
})

test.each([
  ['a log without update columns', 'state', ['New', 'In Progress', 'Closed'], { rows: 'last' }],
  ['a log with update columns', 'state,sys_updated_on', ['New,2026-03-01', 'Closed,2026-03-03', 'New,2026-03-02'], {}],
])('in %s a sys_id that each row of a record has for itself identifies rows', async (_, columns, rows, mapping) => {
  await open().pool.query('truncate incidents')
  const lines = rows.map((row, at) => `INC9,s${at},2026-03-01 10:00,${row}`)
  const text = [`number,sys_id,opened_at,${columns}`, ...lines].join('\n')
  const { refused, inserted, superseded, remarks } = await importContent(open(), 'incidents', text, { mapping })
  expect({ refused, inserted, superseded }).toEqual({ refused: 0, inserted: 1, superseded: 2 })
  expect(remarks).toContain(
    'sys_id differs between the rows of one record, so it identifies rows (2 rows, such as INC9).',
  )
  expect((await open().pool.query('select state from incidents')).rows).toEqual([{ state: 'closed' }])
})

test('rows without a sys_id belong to the record of their number', async () => {
  await open().pool.query('truncate incidents')
  const text = `number,sys_id,state,opened_at
INC9,,Closed,2026-03-01 10:00
INC9,a1,In Progress,2026-03-01 10:00
INC9,,New,2026-03-01 10:00`
  await importContent(open(), 'incidents', text, { mapping: { rows: 'first' } })
  expect((await open().pool.query('select state from incidents')).rows).toEqual([{ state: 'closed' }])
})

test('of two rows with one number and different sys_id, the second is of another record and refused', async () => {
  const text = `number,sys_id,state,opened_at,short_description
INC9,a1,New,2026-03-01 10:00,Payments are slow
INC9,a1,In Progress,2026-03-01 10:00,Payments are slow
inc9,b2,Closed,2026-03-02 10:00,Printer is out of paper`
  const { refused, refusals, inserted } = await importContent(open(), 'incidents', text, { mapping: { rows: 'last' } })
  const reason = 'has the number of line 2, which is another record: its sys_id is b2, and there a1'
  expect({ refused, inserted, refusals }).toEqual({
    refused: 1,
    inserted: 1,
    refusals: [{ place: 'line 4', line: 4, reason }],
  })
  const { rows } = await open().pool.query(`select short_description, state from incidents where number = 'INC9'`)
  expect(rows).toEqual([{ short_description: 'Payments are slow', state: 'in_progress' }])
})

const logHeader = 'number,sys_id,opened_at,state'
/** A log of one record, newest first, whose rows each have a sys_id of their own. */
const logOfRows = ['INC9,s3,2026-03-01 10:00,In Progress', 'INC9,s2,2026-03-01 10:00,New']
const others = (count: number) => Array.from({ length: count }, (_, at) => `INC1${at},o${at},2026-02-01 10:00,New`)

test.each([
  {
    title: 'another record with a number in use',
    header: logHeader,
    rows: [...logOfRows, 'INC5,b2,2026-03-02 10:00,Closed', 'INC5,a1,2026-03-01 10:00,New'],
    refused: ['INC5 line 5: its sys_id is a1, and there b2'],
    stored: ['INC5 closed', 'INC9 in_progress'],
  },
  {
    title: 'one behind the rows that decide the order of a log with update columns',
    header: `${logHeader},sys_updated_on`,
    rows: [
      ...logOfRows.map((row, at) => `${row},2026-03-0${3 - at}`),
      ...others(2_500).map((row) => `${row},2026-02-02`),
      'INC5,a1,2026-03-01 10:00,New,2026-03-01',
      'INC5,b2,2026-03-02 10:00,Closed,2026-03-02',
    ],
    refused: ['INC5 line 2505: its sys_id is b2, and there a1'],
    stored: ['INC5 new', 'INC9 in_progress'],
  },
  {
    title: 'one before the log of a record that was opened together with it',
    header: logHeader,
    rows: [
      ...logOfRows,
      'INC5,b2,2026-03-01 10:00,New',
      'INC5,a1,2026-03-01 10:00,Closed',
      'INC5,a1,2026-03-01 10:00,In Progress',
    ],
    refused: ['INC5 line 5: its sys_id is a1, and there b2', 'INC5 line 6: its sys_id is a1, and there b2'],
    stored: ['INC5 new', 'INC9 in_progress'],
  },
])(
  'each number decides by itself whether sys_id identifies rows: $title',
  async ({ header, rows, refused, stored }) => {
    await open().pool.query('truncate incidents')
    const text = [header, ...rows].join('\n')
    const mapping: Mapping = header.includes('sys_updated_on') ? {} : { rows: 'first' }
    const summary = await importContent(open(), 'incidents', text, { mapping })
    const cases = summary.refusals.map(({ line, reason }) => `INC5 line ${line}: ${reason.split(': ').at(-1)}`)
    expect(cases).toEqual(refused)
    const { rows: found } = await open().pool.query(
      `select number || ' ' || state as record from incidents where number in ('INC5', 'INC9') order by number`,
    )
    expect(found.map(({ record }) => record)).toEqual(stored)
    const remark = 'sys_id differs between the rows of one record, so it identifies rows (1 row, such as INC9).'
    const { examined, remarks } = await previewImport(open().pool, new Date('2026-03-01T10:00:00.000Z'), {
      entity: 'incidents',
      path: await writeTemporaryFile('rows.csv', text),
      mapping,
      actor: createSystemActor('preview', 'Preview'),
    })
    expect(examined).toMatchObject({ rows: rows.length, refused: summary.refused })
    expect([summary.remarks, remarks].map((all) => all.includes(remark))).toEqual([true, true])
  },
)
