import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collect, listContents, splitIntoPieces, writeTemporaryFile } from '#server/import/testing.ts'
import { readCsvRows } from './csv-source.ts'
import { openSource } from './open-source.ts'
import { maxRowLength } from './source.ts'

const open = async (text: string, name = 'rows.csv') => openSource(await writeTemporaryFile(name, text), {}, 'changes')

test('unnamed and duplicate columns get names', async () => {
  const source = await open('a,,a,A\n1,2,3,4\n')
  expect(source.header).toEqual(['a', 'column 2', 'a (2)', 'A'])
  expect(source.remarks).toEqual(['The header names a more than once; the later one is called "a (2)".'])
  const [row] = await collect(source.rows())
  expect(source.pick('a (2)')(row?.content ?? [])).toBe('3')
})

test('a row with a different number of cells is rejected, unless the additional ones are empty', async () => {
  const rows = await collect((await open('a,b\n1\n,\n1,2,3\n1,2,,\n  \n')).rows())
  expect(rows.map(({ fault, content }) => fault ?? content)).toEqual([
    'has 1 cell where the header has 2',
    'has 3 cells where the header has 2',
    ['1', '2'],
  ])
})

test('a file of rejected rows is read like its original rows', async () => {
  const source = await open(`refused_line,refused_reason,state,note\n7,bad,'-5,it's fine\n`)
  expect(source.header).toEqual(['state', 'note'])
  expect(listContents(await collect(source.rows()))).toEqual([['-5', "it's fine"]])
})

test('the bytes read are reported', async () => {
  const source = await open('a\n1\n2\n')
  const reported: number[] = []
  await collect(source.rows((bytes) => reported.push(bytes)))
  expect(reported.at(-1)).toBe(source.size)
})

test.each([
  ['rows.json', '[{"a":1}]', 'JSON'],
  ['rows.txt', ' \n{"a":1}\n{"a":2}\n', 'NDJSON'],
  ['rows.txt', 'a,b\n', 'CSV'],
  ['rows.csv', '{"a",b\n', 'CSV'],
])('%s with %j is %s', async (name, text, format) => {
  expect((await open(text, name)).format).toBe(format)
})

test('an empty or missing file cannot be opened', async () => {
  await expect(open('')).rejects.toMatchObject({ code: 'invalid_request', message: 'rows.csv is empty.' })
  await expect(openSource('/nowhere/rows.csv', {}, 'changes')).rejects.toMatchObject({ code: 'not_found' })
})

test.each([
  ['[Content_Types].xml', 'cannot be read as a workbook'],
  ['notes/one.md', 'is a zip archive. Unpack it'],
])('a zip that begins with %s is named as what it is', async (entry, message) => {
  const head = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(26), Buffer.from(entry)])
  const path = await writeTemporaryFile('changes.csv', head)
  await expect(openSource(path, {}, 'changes')).rejects.toThrow(`changes.csv ${message}`)
})

test.each(['changes.xlsx', 'changes.XLS'])('text that is named %s is refused with what to do', async (name) => {
  await expect(open('a,b\n1,2\n', name)).rejects.toThrow(`${name} is named as an Excel workbook, but is none. Open it`)
})

test.each([
  [[0xd0, 0xcf, 0x11, 0xe0, 0xa1], 'an old Excel workbook (XLS) or protected with a password. Save it as XLSX without'],
  [[0x1f, 0x8b, 8], 'packed with gzip. Unpack it'],
  [[...Buffer.from('%PDF-1.7')], 'a PDF. Export the records'],
  [[...Buffer.from('<?xml version="1.0"?><changes>')], 'XML or a web page. Export the records'],
  [[...Buffer.from('\ufeff\n<!DOCTYPE html><html>')], 'XML or a web page. Export the records'],
])('a file that begins with %j is named as what it is', async (bytes, message) => {
  const path = await writeTemporaryFile('export.csv', Uint8Array.from(bytes))
  await expect(openSource(path, {}, 'changes')).rejects.toThrow(`export.csv is ${message}`)
})

const unloadXml = '<?xml version="1.0" encoding="UTF-8"?>\n<unload unload_date="2026-03-01 10:00:00">\n'
const updateSetMessage =
  'an update set of ServiceNow, which moves its configuration and has no records. Open the list of the records instead, choose Export, then CSV, Excel or JSON'
test.each([
  [
    `${unloadXml}<change_request action="INSERT_OR_UPDATE"><number>CHG1</number>`,
    'an XML export of ServiceNow (unload, change_request). Open the list of change_request there, choose Export, then CSV, Excel or JSON',
  ],
  [
    '{\n "unload": {"@unload_date": "2026-03-01 10:00:00", "incident": [{"number": "INC1"}]}}',
    'an XML export, as JSON, of ServiceNow (unload, incident). Open the list of incident there',
  ],
  [`${unloadXml}<sys_remote_update_set action="INSERT_OR_UPDATE">`, updateSetMessage],
  ['{"unload": {"sys_update_xml": [{"name": "sys_script_1"}]}}', updateSetMessage],
  ['<record_update table="change_request">', updateSetMessage],
])('%s is named as an export of ServiceNow that is not read, with the one that is', async (text, message) => {
  for (const name of ['export.json', 'export.xml'])
    await expect(open(text, name)).rejects.toThrow(`${name} is ${message}`)
})

/** Pieces that never split a surrogate pair, like those of `readDecoded`. */
async function* wholeLetters(text: string, size: number): AsyncGenerator<string> {
  const letters = [...text]
  for (let at = 0; at < letters.length; at += size) yield letters.slice(at, at + size).join('')
}

const read = (text: string, size = 7) => collect(readCsvRows(wholeLetters(text, size), ','))
const lines = async (text: string) => (await read(text)).map(({ line, content }) => [line, content?.[0]])

test('each row has its start line', async () => {
  expect(await lines('a,b\r\n1,2\r\n\r\n\r\n"3\r\n3",4\r\n5,6')).toEqual([
    [1, 'a'],
    [2, '1'],
    [5, '3\r\n3'],
    [7, '5'],
  ])
})

test('line ends may differ within a file', async () => {
  expect(await lines('a,b\r\n1,2\n3,4\r5,6\r\n"7\r",8\n9,0')).toEqual([
    [1, 'a'],
    [2, '1'],
    [3, '3'],
    [4, '5'],
    [5, '7\r'],
    [7, '9'],
  ])
})

test('a quote inside an unquoted cell is literal', async () => {
  expect((await read('5" pipe,6\n')).at(0)?.content).toEqual(['5" pipe', '6'])
})

test('an unclosed quote ends the reading; the rows before it are returned', async () => {
  const rows = await read('a,b\n1,2\n3,"4\n5,6\n7,8\n')
  expect(rows.slice(0, 2).map(({ content }) => content)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
  expect(rows.slice(2)).toEqual([
    {
      ordinal: 2,
      line: 3,
      content: undefined,
      fault: 'opens a quote that is never closed; nothing after line 3 is read',
    },
  ])
})

test.each([
  ['with', '"'],
  ['without', ''],
])('an endless row %s a quote does not fill the memory', async (_, quote) => {
  const pieces = splitIntoPieces(`a,b\n1,2\n3,${quote}${`x${quote && '\n'}`.repeat(maxRowLength + 1)}`, 1 << 16)
  const rows = await collect(readCsvRows(pieces, ','))
  expect(rows).toHaveLength(3)
  expect(rows[2]?.fault).toContain('is longer than 1,000,000 characters')
})

const cell = fc.string({ unit: fc.constantFrom('a', 'é', '€', '"', ',', '\n', ' ', '=', '\0', '\r\n') })
const table = fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,3}$/), cell, cell), { minLength: 1, maxLength: 8 })

test('a file truncated anywhere never throws and loses no complete row', async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.nat(), fc.integer({ min: 1, max: 20 }), async (rows, cut, size) => {
      const ends = rows.map((_, index) => stringify(rows.slice(0, index + 1)).length)
      const file = stringify(rows)
      const at = cut % (file.length + 1)
      const found = await read(file.slice(0, at), size)
      const whole = rows.filter((_, index) => (ends[index] ?? 0) <= at)
      expect(found.slice(0, whole.length).map(({ content }) => content)).toEqual(whole)
      expect(found.length).toBeLessThanOrEqual(whole.length + 1)
    }),
    { numRuns: 300 },
  )
})

test('any text in any pieces is parsed like csv-parse does', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '"', '"', ',', ',', '\n', '\r', '\r\n', ' ', '\0') })
  const lineEnds = ['\r\n', '\n', '\r']
  const options = {
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: lineEnds,
  }
  const expected = (whole: string): string[][] | 'never closed' => {
    try {
      return parse(whole, options)
    } catch (error) {
      if ((error as { code?: string }).code === 'CSV_QUOTE_NOT_CLOSED') return 'never closed'
      throw error
    }
  }
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (whole, size) => {
      const rows = await read(whole, size)
      const isOpen = rows.some(({ fault }) => fault !== undefined)
      expect(isOpen ? 'never closed' : rows.map(({ content }) => content)).toEqual(expected(whole))
    }),
    { numRuns: 5000 },
  )
})
