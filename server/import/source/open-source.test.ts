import { readdir, readFile } from 'node:fs/promises'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { writeTemporaryFile } from '#server/import/testing.ts'
import { withUnpacked } from './open-source.ts'

const buildZip = (files: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))

test('an archive of Markdown is a folder while the work lasts', async () => {
  const path = await writeTemporaryFile(
    'kb.zip',
    buildZip({ 'a/one.md': '# One', 'a/two.markdown': '# Two', 'logo.png': 'x' }),
  )
  let unpackedFolder = ''
  const files = await withUnpacked(path, async (folder) => {
    unpackedFolder = folder
    expect(folder).toMatch(/\/kb$/)
    expect(await readFile(`${folder}/logo.png`, 'utf8')).toBe('')
    expect(await readFile(`${folder}/a/one.md`, 'utf8')).toBe('# One')
    return readdir(folder, { recursive: true })
  })
  expect(files.toSorted()).toEqual(['a', 'a/one.md', 'a/two.markdown', 'logo.png'])
  await expect(readdir(unpackedFolder)).rejects.toThrow('ENOENT')
})

test('the only data file of an archive is that file', async () => {
  const path = await writeTemporaryFile('export.zip', buildZip({ 'rows.csv': 'id,name\n', 'readme.pdf': '' }))
  expect(await withUnpacked(path, (file) => readFile(file, 'utf8'))).toBe('id,name\n')
})

test('other files and workbooks are passed on as they are', async () => {
  const same = async (path: string) => path
  const csv = await writeTemporaryFile('rows.csv', 'id\n')
  expect(await withUnpacked(csv, same)).toBe(csv)
  const workbook = await writeTemporaryFile('rows.xlsx', buildZip({ '[Content_Types].xml': '', 'xl/workbook.xml': '' }))
  expect(await withUnpacked(workbook, same)).toBe(workbook)
  expect(await withUnpacked('/nowhere.zip', same)).toBe('/nowhere.zip')
})

const manyFiles = () => buildZip(Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`${at}.md`, ''])))
/** The sizes of a file in its two headers. */
function bomb(): Uint8Array {
  const bytes = buildZip({ 'bomb.md': 'x'.repeat(1000) })
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < bytes.length - 4; at += 1) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 201 * 1024 * 1024, true)
  }
  return bytes
}
const buildWorkbook = (files: Readonly<Record<string, string>>) =>
  buildZip({ '[Content_Types].xml': '', 'xl/workbook.xml': '', ...files })
/** A file that unpacks to more than its header says. */
function liar(): Uint8Array {
  const bytes = buildZip({ 'liar.md': 'x'.repeat(1000) })
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < bytes.length - 4; at += 1) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true)
  }
  return bytes
}

test.each([
  ['too many files', manyFiles, 'rows.zip holds more than 10,000 files and folders.'],
  [
    'a name that is too long',
    () => buildZip({ [`${'x'.repeat(501)}.md`]: '' }),
    /^rows\.zip holds a name of more than 500/,
  ],
  [
    'too many folders',
    () => buildZip({ [`${'a/'.repeat(21)}b.md`]: '' }),
    /^rows\.zip holds a file in more than 20 folders/,
  ],
  ['too much content', bomb, 'rows.zip holds more than 200 MB when it is unpacked.'],
  ['more content than announced', liar, /^rows\.zip cannot be unpacked: too many bytes/],
  [
    'a binary workbook',
    () => buildZip({ '[Content_Types].xml': '', 'xl/workbook.bin': '' }),
    'rows.zip is a binary workbook (XLSB). Save it as XLSX or CSV (in Excel: File, Save as) and import that file.',
  ],
  [
    'a letter',
    () => buildZip({ '[Content_Types].xml': '', 'word/document.xml': '' }),
    /is an office document, but not/,
  ],
  [
    'an OpenDocument sheet',
    () => buildZip({ 'content.xml': '', 'META-INF/manifest.xml': '' }),
    /but not an Excel workbook/,
  ],
  [
    'a workbook that unpacks to much more',
    () => buildWorkbook({ 'xl/worksheets/sheet1.xml': ' '.repeat(65 * 1024 * 1024) }),
    'rows.zip is a workbook with more than 64 MB when it is unpacked. Save it as CSV, or in parts, and import that.',
  ],
  [
    'a workbook with too much text',
    () => buildWorkbook({ 'xl/sharedStrings.xml': ' '.repeat(25 * 1024 * 1024) }),
    /is a workbook with more than 24 MB of texts\. Save it as CSV/,
  ],
  ['a name outside', () => buildZip({ '../../evil.md': 'x' }), /^rows\.zip cannot be unpacked: invalid relative path/],
  ['a damaged end', () => buildZip({ 'a.md': 'x' }).slice(0, -30), /^rows\.zip cannot be unpacked: /],
  [
    'nothing to import',
    () => buildZip({ 'a.png': 'x' }),
    /^rows\.zip holds neither Markdown files nor exactly one CSV/,
  ],
])('an archive with %s is rejected', async (_, make, message) => {
  const path = await writeTemporaryFile('rows.zip', make())
  await expect(withUnpacked(path, async () => 'work')).rejects.toMatchObject({
    code: 'invalid_request',
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  })
})
