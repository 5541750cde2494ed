import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { combineFiles, findFileProblem } from './chosen-files.ts'

const chosen = (path: string, text = 'x') => ({ path, file: new File([text], path.split('/').at(-1) ?? path) })

test('one file is sent as it is', async () => {
  const one = chosen('rows.csv')
  expect(await combineFiles([one])).toBe(one.file)
})

test('a folder of Markdown becomes an archive, in which other files are only named', async () => {
  const file = await combineFiles([chosen('kb/a.md', '# A'), chosen('kb/sub/b.markdown', '# B'), chosen('kb/logo.png')])
  expect(file.name).toBe('kb.zip')
  const entries = unzipSync(new Uint8Array(await file.arrayBuffer()))
  expect(Object.fromEntries(Object.entries(entries).map(([path, bytes]) => [path, strFromU8(bytes)]))).toEqual({
    'kb/a.md': '# A',
    'kb/sub/b.markdown': '# B',
    'kb/logo.png': '',
  })
})

test('several other files are rejected with what to do', async () => {
  await expect(combineFiles([chosen('a.csv'), chosen('b.csv')])).rejects.toThrow('Choose one file.')
  await expect(combineFiles([])).rejects.toThrow('No file was chosen.')
})

const workbook = zipSync({ '[Content_Types].xml': strToU8('<Types/>'), 'xl/workbook.xml': strToU8('<workbook/>') })
const archive = zipSync({ 'a.md': strToU8('# A') })

test.each([
  [
    'old.xls',
    new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]),
    /^old\.xls is an old Excel workbook \(XLS\) or protected with a password\. Open it/,
  ],
  ['report.pdf', strToU8('%PDF-1.7'), /is a PDF/],
  ['rows.csv.gz', new Uint8Array([0x1f, 0x8b, 8]), /packed with gzip/],
  ['rows.xlsx', strToU8('id,name\n'), /named as an Excel workbook, but is none\. If it is CSV, rename it/],
  ['empty.csv', new Uint8Array(), /^empty\.csv is empty\.$/],
])('%s is rejected with what to do', async (name, bytes, problem) => {
  expect(await findFileProblem(new File([new Uint8Array(bytes)], name))).toMatch(problem)
})

test.each([
  ['rows.csv', strToU8('id,name\n')],
  ['rows.xlsx', workbook],
  ['kb.zip', archive],
])('%s may be imported', async (name, bytes) => {
  expect(await findFileProblem(new File([new Uint8Array(bytes)], name))).toBeNull()
})

test('a file over the bound is rejected before it is sent', async () => {
  const file = new File([], 'big.csv')
  Object.defineProperty(file, 'size', { value: 201 * 1024 * 1024 })
  expect(await findFileProblem(file)).toBe('big.csv has 201 MB. At most 200 MB are accepted.')
})
