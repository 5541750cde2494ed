import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { collect, listContents, makeTemporaryFolder } from '#server/import/testing.ts'
import { readFrontMatter } from './markdown-source.ts'
import { openSource } from './open-source.ts'

async function writeFolder(files: Record<string, string>): Promise<string> {
  const folder = await makeTemporaryFolder()
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

test('each Markdown file of a folder is a row, with its front matter and the parts of its name', async () => {
  const folder = await writeFolder({
    'PM2024-001 - A certificate expired.md': '# Expired\n\nText.\n',
    'deep/Rename the queue.md': '---\nid: KB7\ndate: 2024-03-01\ntags: [queue, rename]\n---\nText.\n',
    'README.md': 'not an article',
    'picture.png': '',
  })
  const source = await openSource(folder, {}, 'articles')
  const rows = await collect(source.rows())
  expect(listContents(rows)).toEqual([
    { file_id: 'PM2024-001', file_title: 'A certificate expired', content: '# Expired\n\nText.' },
    {
      id: 'KB7',
      date: '2024-03-01',
      tags: ['queue', 'rename'],
      file_id: 'rename-the-queue',
      file_title: 'Rename the queue',
      content: 'Text.',
    },
  ])
  expect(rows.map((row) => source.place(row))).toEqual([
    'PM2024-001 - A certificate expired.md',
    join('deep', 'Rename the queue.md'),
  ])
})

test('an invalid front matter and one with code are rejected, and the code does not run', async () => {
  const folder = await writeFolder({
    'a.md': '---\ntags: [open\n---\nText',
    'b.md': '---js\n{ id: process.exit(7) }\n---\nText',
  })
  const rows = await collect((await openSource(folder, {}, 'articles')).rows())
  expect(rows.map(({ fault }) => fault)).toEqual([
    expect.stringContaining('has a front matter that cannot be read'),
    'has a front matter that cannot be read: it is js, not YAML',
  ])
})

test('pages that are not articles are skipped and listed, hidden files are not', async () => {
  const link = (page: string) => `- [${page}](${page}.md)`
  const folder = await writeFolder({
    'a.md': 'Text of 2024-03-01, not of YYYY-MM-DD.',
    'PM2024-002 - Queue stuck': '# Queue stuck',
    'picture.png': '',
    'deep/index.md': 'Pages',
    'PM0000-000 - Template.md': 'Text.',
    'README.md': 'About',
    'templates/post-mortem-template.md': '# Title',
    'PM2024-003 - Broken e-mail template.md': 'Text.',
    'overview.md': `# Post-mortems\n\n${['a', 'b', 'c'].map(link).join('\n')}\n`,
    'new.md': '# Title\n\n## Timeline\n\n| YYYY-MM-DD | Event |\n',
    '.git/description.md': 'Text.',
  })
  const source = await openSource(folder, {}, 'articles')
  const rows = await collect(source.rows())
  expect(rows.map((row) => [source.place(row), row.fault])).toEqual([
    ['PM2024-003 - Broken e-mail template.md', undefined],
    ['a.md', undefined],
    ['new.md', 'is a template: its date is still to be filled in'],
    ['overview.md', 'is an index page: most of it are links to other pages'],
  ])
  expect(source.remarks).toEqual([
    'Left out as not named .md; rename what is an article: "PM2024-002 - Queue stuck", "picture.png".',
    `Left out as an index page: "README.md", "${join('deep', 'index.md')}".`,
    `Left out as a template: "PM0000-000 - Template.md", "${join('templates', 'post-mortem-template.md')}".`,
  ])
  const single = await openSource(join(folder, 'overview.md'), {}, 'articles')
  expect((await collect(single.rows())).map(({ fault }) => fault)).toEqual([undefined])
})

test('a folder without Markdown cannot be opened', async () => {
  const folder = await writeFolder({ 'a.txt': '' })
  await expect(openSource(folder, {}, 'articles')).rejects.toMatchObject({ code: 'invalid_request' })
})

test('one Markdown file is a row', async () => {
  const folder = await writeFolder({ 'KB12 Notes.md': 'Text.' })
  const source = await openSource(join(folder, 'KB12 Notes.md'), {}, 'articles')
  const rows = await collect(source.rows())
  expect(listContents(rows)).toEqual([{ file_id: 'KB12', file_title: 'Notes', content: 'Text.' }])
  expect(rows.map((row) => source.place(row))).toEqual(['KB12 Notes.md'])
})

test.each([
  ['no front matter', '# Title\n\nText', {}, '# Title\n\nText'],
  [
    'fields as written',
    '---\nid: 0012\ndate: 2025-02-30\ndone: yes\n---\nText',
    { id: '0012', date: '2025-02-30', done: 'yes' },
    'Text',
  ],
  [
    'lists, maps and null',
    '---\ntags: [a, "b"]\nmeta:\n  by: Ada\nauthor:\nnote: null\n---\nText',
    { tags: ['a', 'b'], meta: { by: 'Ada' }, author: null, note: null },
    'Text',
  ],
  ['line ends of Windows', '---\r\nid: KB7\r\n---\r\nText\r\n', { id: 'KB7' }, 'Text\r\n'],
  ['an empty one', '---\n---\nText', {}, 'Text'],
  ['JSON', '---json\n{"id": "KB7"}\n---\nText', { id: 'KB7' }, 'Text'],
  ['no content after it', '---\nid: KB7\n---', { id: 'KB7' }, ''],
  ['a rule at the top', '---\nOnce upon a time\n---\nText', {}, '---\nOnce upon a time\n---\nText'],
  ['an unclosed rule', '---\nText', {}, '---\nText'],
])('%s', (_, text, fields, body) => {
  expect(readFrontMatter(text)).toEqual({ fields, body })
})

test.each([
  ['an unclosed list', '---\ntags: [open\n---\n'],
  ['code', '---js\n{ id: process.exit(7) }\n---\n'],
  ['a duplicate field', '---\nid: a\nid: b\n---\n'],
  [
    'exponentially growing aliases',
    `---\na: &a [x, x]\n${[...'bcdefgh'].map((it, at) => `${it}: &${it} [${`*${'abcdefgh'[at]},`.repeat(9)}]`).join('\n')}\n---\n`,
  ],
])('%s is rejected', (_, text) => {
  expect(() => readFrontMatter(text)).toThrow()
})
