import { writeXlsxStream } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { writeWorkbookText } from '#lib/text/cell-text.ts'
import { importContent, noCounts, pickCounts, provideDatabases } from './testing-import.ts'

const { open } = provideDatabases()

test('="…" of Excel is the text in it, in every cell', async () => {
  const file = 'number,opened_at,caused_by\n="INC0099001","=""2026-03-01T10:00:00Z""",="CHG4000001"\n'
  expect(pickCounts(await importContent(open(), 'incidents', file))).toEqual({ ...noCounts, inserted: 1, stubs: 1 })
  const { rows } = await open().pool.query('select number, related_change from incidents')
  expect(rows).toEqual([{ number: 'INC0099001', related_change: 'CHG4000001' }])
})

test('a title is stored on one line without direction marks, and the report says so', async () => {
  const change = { number: 'CHG1', title: 'a\nb\r\nc\x0bd\x85e\u2028f\u202eg', state: 'new', close_notes: 'a\nb\u0007' }
  const { remarks } = await importContent(open(), 'changes', [change])
  const { rows } = await open().pool.query('select title, close_notes from changes')
  expect(rows).toEqual([{ title: 'a b c d e fg', close_notes: 'a\nb' }])
  expect(remarks).toContain(
    'title is stored on one line, without control characters and marks of writing direction (1 row, such as "a b c d e fg").',
  )
})

test('a text that was encoded twice is kept and reported', async () => {
  const { remarks } = await importContent(open(), 'products', [{ id: 'p1', name: 'GrÃ¶ÃŸe', price: '1' }])
  const { rows } = await open().pool.query('select name from products')
  expect(rows).toEqual([{ name: 'GrÃ¶ÃŸe' }])
  expect(remarks).toContain('name looks encoded twice and is kept as it is (1 row, such as "GrÃ¶ÃŸe" for "Größe").')
})

async function buildWorkbook(
  rows: readonly (readonly (string | Date)[])[],
  header: readonly string[],
): Promise<Buffer> {
  const columns = header.map((name, at) => ({ header: name, ...(at === 2 && { numFmt: 'yyyy-mm-dd hh:mm:ss' }) }))
  async function* each() {
    for (const row of rows) yield [...row]
  }
  return Buffer.concat(await Array.fromAsync(writeXlsxStream(each(), { name: 'Records', columns })))
}

test('a workbook is read by its dates, and a row with a text that was cut is refused', async () => {
  const at = new Date('2026-03-01T10:00:00.123Z')
  const rows = [
    ['INC1', '=SUM(A1)', at],
    ['INC2', writeWorkbookText('x'.repeat(40_000)), at],
  ]
  const file = await buildWorkbook(rows, ['number', 'short_description', 'opened_at (UTC)'])
  const summary = await importContent(open(), 'incidents', file, {
    file: 'export.xlsx',
    mapping: { time_zone: 'Europe/Berlin' },
  })
  expect(summary.refusals).toEqual([
    {
      line: 3,
      place: 'line 3',
      reason: 'has a text that was cut to fit into a workbook; import it from CSV or NDJSON',
    },
  ])
  const stored = await open().pool.query(`select short_description, opened_at = $1 as fits from incidents`, [at])
  expect(stored.rows).toEqual([{ short_description: '=SUM(A1)', fits: true }])
})

test('a stub in a file is created as one, and leaves an existing change as it is', async () => {
  await importContent(open(), 'changes', [{ number: 'CHG1', title: 'Whole', state: 'review' }])
  const stubs = ['CHG1', 'CHG2'].map((number) => ({ number, title: 'Unknown change', state: 'closed', is_stub: true }))
  expect(pickCounts(await importContent(open(), 'changes', stubs))).toEqual({ ...noCounts, inserted: 1, unchanged: 1 })
  const { rows } = await open().pool.query('select number, title, is_stub from changes order by 1')
  expect(rows).toEqual([
    { number: 'CHG1', title: 'Whole', is_stub: false },
    { number: 'CHG2', title: 'Unknown change', is_stub: true },
  ])
  const whole = stubs.map((row) => ({ ...row, is_stub: false, title: 'Known' }))
  expect(pickCounts(await importContent(open(), 'changes', whole))).toEqual({ ...noCounts, updated: 2 })
})
