import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { importKinds } from '#lib/contracts/import-values.ts'
import { createTestDatabase } from '#server/platform/db/testing.ts'
import { projectDir } from '#server/platform/project-dir.ts'
import { type Block, documents, listBlocksToRun, readBlocks, readNpmCalls, runCommands } from './testing-documents.ts'

const marks =
  /^(?:run: (?:database|server|connection|receiver|prove|installation|package)|compare: source|parse|not run: .{15,})$/

test('every block of the documents is run or checked, or says why not', () => {
  const all = documents.flatMap((document) => readBlocks(document))
  expect(all.length).toBeGreaterThan(15)
  expect(all.filter(({ mark }) => !marks.test(mark)).map(({ place }) => place)).toEqual([])
})

const generated = ['lib/contracts/routes.ts', 'lib/contracts/endpoints.ts']

/** Lists the files that a document names by their path in the project, and those that it links to. */
function listNamedFiles(document: string): string[] {
  const text = readFileSync(join(projectDir(), document), 'utf8')
  const named = [...text.matchAll(/`((?:app|components|lib|server|e2e|docs|deploy|packages)\/[^`\s…<>*{}]+)`/g)]
  const links = [...text.matchAll(/\]\((?!https?:|\/|#)([^)#\s]+)/g)]
  return [...named.map(([, path = '']) => path), ...links.map(([, path = '']) => join(dirname(document), path))]
}

test.each(documents)('each file that %s names or links to exists', (document) => {
  const missing = listNamedFiles(document).filter((path) => !existsSync(join(projectDir(), path)))
  expect(missing.filter((path) => !generated.includes(path))).toEqual([])
})

const read = (...path: string[]) => readFileSync(join(projectDir(), ...path), 'utf8')

/** Reads the source of the program that a script runs; for a bundled program, the source of the bundle. */
function readSource(command: string): string {
  const [, bundled, file] =
    /dist\/([\w-]+)\.js|node (\S+\.(?:ts|mjs))/.exec(command.replace(/start\.mjs (\S+)/, '$1.mjs')) ?? []
  if (bundled !== undefined)
    return read('server', 'cli', `${bundled}.ts`) + read('server', 'cli', 'open-for-command.ts')
  return file === undefined
    ? command
    : read(file) + (file.endsWith('quickstart.mjs') ? read('server', 'cli', 'serve-demo.ts') : '')
}

test('every script that a document calls exists, with its subcommands and options', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const calls = documents.flatMap((document) => readNpmCalls(document))
  expect(calls.filter(({ words }) => words.length > 0).length).toBeGreaterThan(15)
  const unknown = calls.flatMap(({ place, script, words }) => {
    const command = scripts[script]
    if (command === undefined) return [place]
    if (!/^exec /.test(command)) return []
    const source = readSource(command)
    const hasSubcommands = ['account', 'connection'].includes(script)
    const named = words.filter(
      (word, at) => (word.startsWith('--') && word !== '--help') || (hasSubcommands && at === 0),
    )
    return named
      .filter((word) => !new RegExp(`\\b${word.replace(/^--/, '')}\\b`).test(source))
      .map((word) => `${place}: ${word}`)
  })
  expect(unknown).toEqual([])
})

test('the synopsis of the import has its kinds, and the table its options', () => {
  const calls = readNpmCalls(join('docs', 'import.md')).filter(({ script }) => script === 'import')
  const kinds = calls.flatMap(({ words }) => words[0]?.split('|') ?? [])
  const usage = read('server', 'cli', 'import.ts').split('const usage = `')[1]?.split('`\n')[0] ?? ''
  const options = (text: string) => new Set(text.match(/--[a-z][a-z-]+/g))
  const table = read('docs', 'import.md').split('| option | meaning |')[1]?.split('\n\n')[0] ?? ''
  expect(options(table)).toEqual(options(usage))
  expect(new Set(kinds)).toEqual(new Set(importKinds))
})

const each = (mark: string) => listBlocksToRun(mark).map((block): [string, Block] => [block.place, block])

test.each(each('run: database'))('%s runs', async (_, { text }) => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  expect(await runCommands(text, { DATABASE_URL: url })).toMatchObject({ code: 0 })
})

test.each(each('parse'))('the block %s is valid in its language', (_, { language, text }) => {
  expect(['json', 'yaml']).toContain(language)
  expect(() => (language === 'json' ? JSON.parse(text) : parse(text))).not.toThrow()
})

const withoutSpace = (text: string) =>
  text
    .replaceAll(/^ +\/\/.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
test.each(each('compare: source'))('the block of source %s stands in the files that it names', (_, { text }) => {
  const parts = text.split(/^\/\/ (?=\S+\.\w)/m).slice(1)
  expect(parts.length).toBeGreaterThan(0)
  for (const part of parts) {
    const [heading = '', ...lines] = part.split('\n')
    const file = /^[^\s,]+/.exec(heading)?.[0] ?? ''
    expect(withoutSpace(readFileSync(join(projectDir(), file), 'utf8'))).toContain(withoutSpace(lines.join('\n')))
  }
})
