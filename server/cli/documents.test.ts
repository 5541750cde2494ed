import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { createTestDatabase } from '#server/platform/db/testing.ts'
import { projectDir } from '#server/platform/project-dir.ts'
import { type Block, blocksToRun, documents, makeWorkFolder, readBlocks } from './testing-documents.ts'

const marks = /^(?:run: (?:database|server|prove)|compare: source|parse|not run: .{15,})$/

it('finds the blocks of every document, and their marks', () => {
  const text = '# A\n\n```sh run: server\nls\n```\n\n- item\n\n  ```\n  plain\n  ```\n\nText\n\n    indented\n'
  expect(readBlocks('x.md', text)).toEqual([
    { place: 'x.md:3', language: 'sh', mark: 'run: server', text: 'ls\n' },
    { place: 'x.md:9', language: '', mark: '', text: 'plain\n' },
    { place: 'x.md:15', language: '', mark: '', text: 'indented\n' },
  ])
})

it('every block of the documents is run or checked, or says why not', () => {
  const all = documents.flatMap((document) => readBlocks(document))
  expect(all.length).toBeGreaterThan(15)
  expect(all.filter(({ mark }) => !marks.test(mark)).map(({ place }) => place)).toEqual([])
})

const each = (mark: string) => blocksToRun(mark).map((block): [string, Block] => [block.place, block])

it.each(each('run: database'))('%s runs', async (_, { text }) => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const { folder, remove } = makeWorkFolder()
  onTestFinished(remove)
  const { status, stderr } = spawnSync('sh', ['-euc', text], {
    cwd: folder,
    env: {
      ...process.env,
      DATABASE_URL: url,
      PATH: `${join(projectDir(), 'node_modules', '.bin')}:${process.env.PATH}`,
    },
    encoding: 'utf8',
  })
  expect({ status, stderr }).toMatchObject({ status: 0 })
})

describe('a block that is parsed', () => {
  it.each(each('parse'))('%s is valid', (_, { language, text }) => {
    expect(['json', 'yaml']).toContain(language)
    expect(() => (language === 'json' ? JSON.parse(text) : parse(text))).not.toThrow()
  })
})

describe('a block of source', () => {
  const withoutSpace = (text: string) =>
    text
      .replaceAll(/^ +\/\/.*$/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
  it.each(each('compare: source'))('%s stands in the files that it names', (_, { text }) => {
    const parts = text.split(/^\/\/ /m).slice(1)
    expect(parts.length).toBeGreaterThan(0)
    for (const part of parts) {
      const [heading = '', ...lines] = part.split('\n')
      const file = /^[^\s,]+/.exec(heading)?.[0] ?? ''
      expect(withoutSpace(readFileSync(join(projectDir(), file), 'utf8'))).toContain(withoutSpace(lines.join('\n')))
    }
  })
})
