import { expect, test } from 'vitest'
import { writeWorkbookText } from '#lib/text/cell-text.ts'
import { importContent, noCounts, pickCounts, provideDatabases } from './testing-import.ts'
import { buildWorkbook, type TestCell } from './testing-workbook.ts'

const { open } = provideDatabases()

const importWorkbook = (
  sheets: Readonly<Record<string, readonly (readonly TestCell[])[]>>,
  options: Parameters<typeof buildWorkbook>[1] & { sheet?: string } = {},
) => {
  const mapping = options.sheet === undefined ? {} : { sheet: options.sheet }
  return importContent(open(), 'incidents', Buffer.from(buildWorkbook(sheets, options)), { file: 'list.xlsx', mapping })
}

const header = ['number', 'short_description', 'opened_at', 'related_change']
const stored = async () =>
  (await open().pool.query('select number, short_description, opened_at, related_change from incidents order by 1'))
    .rows

test('times, numbers, texts and empty cells are read as they are shown', async () => {
  const summary = await importWorkbook({
    Incidents: [
      header,
      ['INC1', "'=1+1", { serial: 46082.4375 }, '0030041'],
      ['INC2', '=SUM(A1)', '2026-03-01 10:30:00', null],
      ['0012', null, { serial: 46082 }, null],
      [4711, 'A number', '01 Mar 2026 10:30', 30041],
      [],
    ],
  })
  expect(summary.refusals).toEqual([])
  const at = new Date('2026-03-01T10:30:00Z')
  const day = new Date('2026-03-01T00:00:00Z')
  expect(await stored()).toEqual([
    { number: '0012', short_description: '(no description)', opened_at: day, related_change: null },
    { number: '4711', short_description: 'A number', opened_at: at, related_change: '30041' },
    { number: 'INC1', short_description: "'=1+1", opened_at: at, related_change: '0030041' },
    { number: 'INC2', short_description: '=SUM(A1)', opened_at: at, related_change: null },
  ])
})

test('times of a workbook that counts from 1904 are right', async () => {
  await importWorkbook({ Incidents: [header, ['INC1', 'Late', { serial: 44620.4375 }, null]] }, { is1904: true })
  expect(await stored()).toMatchObject([{ opened_at: new Date('2026-03-01T10:30:00Z') }])
})

test('a time in a column of UTC is UTC in any zone, and a row with a text that was cut is refused', async () => {
  const at = { serial: 46082.4375 }
  const rows = [
    ['number', 'short_description', 'opened_at (UTC)'],
    ['INC1', '=SUM(A1)', at],
    ['INC2', writeWorkbookText('x'.repeat(40_000)), at],
  ]
  const mapping = { time_zone: 'Europe/Berlin' }
  const file = Buffer.from(buildWorkbook({ Records: rows }))
  const { refusals } = await importContent(open(), 'incidents', file, { file: 'export.xlsx', mapping })
  const reason = 'has a text that was cut to fit into a workbook; import it from CSV or NDJSON'
  expect(refusals).toEqual([{ line: 3, place: 'line 3', reason }])
  expect(await stored()).toMatchObject([{ number: 'INC1', opened_at: new Date('2026-03-01T10:30:00Z') }])
})

const sheets = {
  Cover: [['Exported by the service desk']],
  Open: [[], ['number', 'opened_at'], ['INC1', '2026-03-01'], [null], ['INC2', 'soon']],
  Closed: [
    ['number', 'opened_at'],
    ['INC3', '2026-02-01'],
  ],
}

test('the first sheet that is not hidden is read, from its first row with content', async () => {
  const summary = await importWorkbook(sheets, { hidden: ['Cover'] })
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 1, refused: 1 })
  expect(summary.refusals).toMatchObject([{ line: 5, place: 'line 5' }])
  expect(summary.remarks).toContain('Of the sheets Open, Closed, Open is read.')
})

test('the sheet that the mapping names is read, and another name is refused with those that there are', async () => {
  await importWorkbook(sheets, { sheet: 'Closed' })
  expect(await stored()).toMatchObject([{ number: 'INC3' }])
  await expect(importWorkbook(sheets, { sheet: 'Other' })).rejects.toMatchObject({
    code: 'invalid_request',
    message: 'list.xlsx has no sheet "Other", but Cover, Open, Closed.',
  })
})

test('a workbook with a cell far to the right is refused at once, as each such row costs as much as a whole one', async () => {
  const far = [...Array.from({ length: 1_000 }, () => null), 'x']
  await expect(importWorkbook({ Incidents: [header, ['INC1', 'One', '2026-03-01', null], far] })).rejects.toMatchObject(
    {
      code: 'invalid_request',
      message: 'The row on line 3 has 1,001 columns; a file has at most 1,000.',
    },
  )
})

test('a workbook that breaks off in its rows is refused as damaged', async () => {
  const rows = [header, ['INC1', '<broken', '2026-03-01', null]]
  await expect(importWorkbook({ Incidents: rows })).rejects.toMatchObject({ code: 'invalid_request' })
})
