import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { Article } from '#lib/contracts/articles.ts'
import { updateArticle } from '#server/articles/commands.ts'
import { getArticle, listArticles } from '#server/articles/queries.ts'
import { makeTemporaryFolder } from './testing.ts'
import { importContent, importPath, noCounts, pickCounts, provideDatabases } from './testing-import.ts'

const { open, context } = provideDatabases()

const postMortem = `# Certificate expired

## Summary

On Monday 5 January 2026 the certificate of the gateway expired, which was an outage for PostgreSQL clients.
The change CHG0000042 had renewed another one.

## Timeline

| Time | Event |
| --- | --- |
| 2026-01-05 08:00 | Expired |
| 2026-01-06 09:30 | PostgreSQL clients reconnect |

## Action Items

- Watch the date

# Stats

- Category: Network
- Time to detection: ?
`

async function writeFolder(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await makeTemporaryFolder()
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

const importFolder = async (files: Readonly<Record<string, string>>, now?: string) =>
  importPath(open(), { entity: 'articles', path: await writeFolder(files) }, now)

test('a post-mortem without front matter is an article, with guesses that are reported', async () => {
  const summary = await importFolder({ 'PM2026-001 - Certificate expired.md': postMortem })
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 1 })
  const { version: _, ...article } = await getArticle(context(), 'PM2026-001')
  expect(Article.parse(article)).toEqual(article)
  expect(article.content).toBe(postMortem.trim())
  expect(article.metadata).toEqual({
    source_change: 'CHG0000042',
    article_type: 'post_mortem',
    source_pir: null,
    category: 'Network',
    subcategory: null,
    polarity: null,
    tags: ['certificate', 'outage'],
    technologies: ['postgresql'],
    created: '2026-01-06',
    author: null,
  })
  expect(summary.remarks).toEqual([
    'Created is the last date of its timeline (1 row, such as PM2026-001).',
    'Article type is Post mortem, as it is written as one (1 row, such as PM2026-001).',
  ])
})

test('a zip archive of Markdown is imported like the folder', async () => {
  const path = join(await makeTemporaryFolder(), 'kb.zip')
  await writeFile(path, zipSync({ 'kb/pm-1.md': strToU8(postMortem), 'kb/README.md': strToU8('# Index') }))
  const summary = await importPath(open(), { entity: 'articles', path })
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 1 })
  expect(summary.remarks[0]).toBe('Left out as an index page: "kb/README.md".')
})

test('front matter comes before guesses', async () => {
  const front =
    '---\nid: KB7\narticle_type: Lesson\ncategory: planning\ntags: [window, upgrade]\ntechnologies: []\npolarity: good\n' +
    'date: 2026-02-01\nauthor: Ines Marchetti\nsource_pir: PIR-2026-0042\n---\n'
  await importFolder({ 'note.md': `${front}${postMortem}` })
  expect((await getArticle(context(), 'KB7')).metadata).toMatchObject({
    article_type: 'lesson',
    category: 'planning',
    tags: ['window', 'upgrade'],
    polarity: 'positive',
    created: '2026-02-01',
    author: 'Ines Marchetti',
    source_pir: 'PIR-2026-0042',
  })
})

test('a text without a heading gets its title, and one without a date the current day', async () => {
  await importFolder({ 'How to page.md': 'Call the duty phone.' })
  const article = await getArticle(context(), 'how-to-page')
  expect(article.content).toBe('# How to page\n\nCall the duty phone.')
  expect(article.metadata).toMatchObject({ created: '2026-03-01', article_type: null, tags: [], technologies: [] })
})

test('an article edited here stays unchanged, another one follows the file', async () => {
  const files = { 'a.md': 'First text.', 'b.md': 'First text.' }
  await importFolder(files)
  const editor = { kind: 'account', id: 'acc_1', name: 'Ada', email: 'ada@example.org', role: 'reviewer' } as const
  await updateArticle({ ...context(), actor: editor }, 'a', { metadata: { tags: ['mine'] } })
  const summary = await importFolder({ 'a.md': 'Second text.', 'b.md': 'Second text.' })
  expect(pickCounts(summary)).toEqual({ ...noCounts, updated: 1, unchanged: 1, kept: 1 })
  expect((await getArticle(context(), 'a')).content).toContain('First text.')
  expect((await getArticle(context(), 'b')).content).toContain('Second text.')
})

test('sections inside the timeline belong to it', async () => {
  const deep = postMortem
    .replace('## Timeline\n', '## Timeline\n\n### Monday\n')
    .replace('| 2026-01-06', '\n### Tuesday\n\n| 2026-01-06')
  await importFolder({ 'PM2026-002 - Deep.md': deep })
  expect((await getArticle(context(), 'PM2026-002')).metadata.created).toBe('2026-01-06')
})

test('search results, which contain a snippet of each article, are rejected unless a mapping allows them', async () => {
  const found = { result: { articles: [{ number: 'KB0000021', title: 'Upgrade', snippet: 'Should I …', rank: 1 }] } }
  await expect(importContent(open(), 'articles', found)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('These are search results, which hold only a part of each article'),
  })
  await importContent(open(), 'articles', found, { mapping: { fields: { content: 'snippet' } } })
  expect((await getArticle(context(), 'KB0000021')).content).toContain('Should I')
})

test('a Markdown file without the .md ending is rejected with advice', async () => {
  const content = '# Queue stuck\n\n## Timeline\n\nText.\n'
  await expect(importContent(open(), 'articles', content, { file: 'PM2024-002 - Queue stuck' })).rejects.toMatchObject({
    message: 'PM2024-002 - Queue stuck looks like Markdown. Name it with the ending .md to import it as an article.',
  })
})

test('responses of a knowledge base and our own exports are read', async () => {
  const knowledge = {
    result: {
      meta: { count: 1 },
      articles: [
        {
          id: 'kb_knowledge:9e528db1474321009db4b5b08b9a71a6',
          number: 'KB0000020',
          rank: 1,
          title: 'Should I upgrade?\n\t\t',
          text: '  Should I upgrade <B>Windows</B> &amp; more?',
        },
      ],
    },
  }
  await importContent(open(), 'articles', knowledge)
  const { version: _, ...article } = await getArticle(context(), 'KB0000020')
  expect(article.content).toBe('# Should I upgrade?\n\nShould I upgrade **Windows** & more?')
  const { rows } = await listArticles(context(), { page: 1, limit: 10 })
  const ownExport = { total_count: 1, articles: rows.map(({ version: _version, ...each }) => each) }
  expect(pickCounts(await importContent(open(), 'articles', ownExport))).toEqual({ ...noCounts, unchanged: 1 })
})

test('an article that is too long, empty or has invalid front matter is rejected by its file name', async () => {
  const summary = await importFolder({
    'empty.md': '\n',
    'good.md': 'Text.',
    'long.md': 'x'.repeat(100_001),
    'odd.md': '---\ntags: [open\n---\nText.',
  })
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 1, refused: 3 })
  expect(summary.refusals.map(({ place, reason }) => `${place}: ${reason}`)).toEqual([
    'empty.md: Content is empty',
    'long.md: Content must have at most 100,000 characters',
    expect.stringContaining('odd.md: has a front matter that cannot be read'),
  ])
})
