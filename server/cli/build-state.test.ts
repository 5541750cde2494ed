import { globSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashSources, isBuildStale } from './build-state.mjs'

const before = 1_000
const built = 2_000
const after = 3_000
let project: string

/** Writes a file and sets the modification time of the file and its folder in seconds. */
function write(path: string, at: number, folderAt = before): void {
  const file = join(project, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, 'written')
  utimesSync(file, at, at)
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    utimesSync(join(project, folder), folderAt, folderAt)
  }
}

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'hindsight build-'))
  write('lib/filter/grammar.peggy', before)
  write('lib/filter/grammar.js', before)
  write('server/main.ts', before)
  write('package.json', before)
  write('dist/main.js', built)
  write('.next/BUILD_ID', built)
})
afterEach(() => rmSync(project, { recursive: true }))

test('is fresh if nothing changed since', () => {
  expect(isBuildStale(project)).toBe(false)
})

test.each([
  'lib/filter/grammar.peggy',
  'server/main.ts',
  'package.json',
  'proxy.tsx',
  'components/ui/button.tsx',
  'public/icons/a.svg',
])('is stale when %s is newer', (path) => {
  write(path, after)
  expect(isBuildStale(project)).toBe(true)
})

test('is stale when a file was removed', () => {
  write('app/page.tsx', before, after)
  expect(isBuildStale(project)).toBe(true)
})

test.each(['lib/filter/grammar.js', 'server/main.test.ts', 'components/ui/button.test.tsx', 'README.md'])(
  'is fresh when only %s is newer',
  (path) => {
    write(path, after)
    expect(isBuildStale(project)).toBe(false)
  },
)

test.each(['.next/BUILD_ID', 'dist/main.js', 'lib/filter/grammar.js'])('is stale without %s', (path) => {
  rmSync(join(project, path))
  expect(isBuildStale(project)).toBe(true)
})

test.each(['.next/BUILD_ID', 'lib/filter/grammar.js'])(
  'is stale with an empty %s, as a full disk leaves it',
  (path) => {
    writeFileSync(join(project, path), '')
    expect(isBuildStale(project)).toBe(true)
  },
)

test('is named after its sources, whatever their time, and not after tests and generated files', () => {
  const name = hashSources(project)
  write('server/main.ts', after)
  write('server/main.test.ts', after)
  writeFileSync(join(project, 'lib/filter/grammar.js'), 'generated again')
  expect(hashSources(project)).toBe(name)
  write('server/other.ts', before)
  expect(hashSources(project)).not.toBe(name)
})

test('each route that Next serves ends as the build expects, see next.config.mjs', () => {
  const files = globSync('app/**/route.ts', { cwd: join(import.meta.dirname, '..', '..') })
  // Ours, in dist/: the API, and the routes beside it that other standards name.
  expect(files.filter((file) => !/^app\/(?:api|mcp)\//.test(file))).toEqual([])
  expect(files.length).toBeGreaterThan(20)
})
