import { expect, test } from 'vitest'
import type { Mapping } from '#lib/contracts/import-mapping.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { previewImport } from './preview/preview-import.ts'
import { writeTemporaryFile } from './testing.ts'
import { importContent, noCounts, pickCounts, provideDatabases } from './testing-import.ts'

const { open } = provideDatabases()
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
const log = [
  'number,state,opened_at,priority,assignment_group,changed,version',
  'LG2,Closed,2026-03-01 10:00,P1,Alpha,2026-03-09 10:00,9',
  'LG1,New,2026-03-01 10:00,P2,Alpha,2026-03-02 10:00,2',
  'LG2,New,2026-03-01 10:00,P3,Beta,2026-03-02 10:00,8',
  'LG1,Closed,2026-03-01 10:00,P4,Beta,2026-03-10 10:00,10',
].join('\n')

test.each([
  ['first', ['LG1 new P2', 'LG2 closed P1']],
  ['last', ['LG1 closed P4', 'LG2 new P3']],
  ['latest:changed', ['LG1 closed P4', 'LG2 closed P1']],
  ['latest:version', ['LG1 closed P4', 'LG2 closed P1']],
])('of several rows for one record the %s counts, in preview and import', async (rows, expected) => {
  const previewed = await preview(log, { rows })
  expect(previewed.row_question).toBeNull()
  expect(previewed.records.map(({ key, values }) => `${key} ${values.state} ${values.priority}`).toSorted()).toEqual(
    expected,
  )
  const summary = await importContent(open(), 'incidents', log, { mapping: { rows } })
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 2, superseded: 2 })
  expect(await stored()).toEqual(expected)
})

test('without an answer the preview asks, with the rows and their differences, and the import refuses the file', async () => {
  expect(await preview(log)).toMatchObject({
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
  await expect(importContent(open(), 'incidents', log)).rejects.toThrow(
    'Several rows have the number LG2 (line 2, line 4) and differ, and nothing says which one counts. So it is with 2 records. Say it with rows=first, rows=last or rows=latest:COLUMN (parameter rows of the API, option --rows of the command, "rows" of the mapping',
  )
  expect(await stored()).toEqual([])
})

test('equal rows need no answer', async () => {
  const [header, first] = log.split('\n')
  const summary = await importContent(open(), 'incidents', [header, first, first].join('\n'))
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 1, superseded: 1 })
})

test('rows that are equal in the columns of updates, but differ, are asked about too', async () => {
  const rows = [
    'number,state,opened_at,sys_updated_on',
    'INC1,New,2026-03-01,2026-03-02',
    'INC1,Closed,2026-03-01,2026-03-03',
    'INC1,On Hold,2026-03-01,2026-03-03',
  ].join('\n')
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
  await importContent(open(), 'incidents', log, { mapping })
  expect(await stored()).toEqual(expected)
})

test('records without a log have no latest row', async () => {
  const products = 'id,name,price\na,Pen,1\n'
  await expect(importContent(open(), 'products', products, { mapping: { rows: 'latest:price' } })).rejects.toThrow(
    'Of several rows for one of the products, the first or the last counts.',
  )
})
