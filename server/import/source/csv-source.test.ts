import { expect, test } from 'vitest'
import { collect, listContents, writeTemporaryFile } from '#server/import/testing.ts'
import { openSource } from './open-source.ts'

const open = async (text: string, name = 'rows.csv') => openSource(await writeTemporaryFile(name, text), {})

test.each([
  ['a,b\n1,2\n'],
  ['a;b\r\n1;2\r\n'],
  ['a\tb\n1\t2'],
  ['a|b\r1|2\r'],
  ['a^b\n1^2\n'],
  ['sep=;\na;b\n1;2\n'],
  ['\uFEFFa,b\n1,2\n'],
  ['"a",b\n1,"2"\n'],
])('reads %j', async (text) => {
  const source = await open(text)
  expect(source.header).toEqual(['a', 'b'])
  const rows = await collect(source.rows())
  expect(listContents(rows)).toEqual([['1', '2']])
  expect(rows.map(({ ordinal }) => ordinal)).toEqual([1])
})

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

test('the rows can be read again', async () => {
  const source = await open('a\n1\n2\n')
  expect(await collect(source.rows())).toEqual(await collect(source.rows()))
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
  await expect(openSource('/nowhere/rows.csv', {})).rejects.toMatchObject({ code: 'not_found' })
})

test.each([
  ['[Content_Types].xml', 'cannot be read as a workbook'],
  ['notes/one.md', 'is a zip archive. Unpack it'],
])('a zip that begins with %s is named as what it is', async (entry, message) => {
  const head = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(26), Buffer.from(entry)])
  const path = await writeTemporaryFile('changes.csv', head)
  await expect(openSource(path, {})).rejects.toThrow(`changes.csv ${message}`)
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
  await expect(openSource(path, {})).rejects.toThrow(`export.csv is ${message}`)
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
  for (const name of ['export.json', 'export.xml']) {
    await expect(open(text, name)).rejects.toThrow(`${name} is ${message}`)
  }
})
