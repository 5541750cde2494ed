import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { projectDir } from '#server/platform/project-dir.ts'
import { hashSources, isBuildStale } from './build-state.mjs'
import { makePathsRelative } from './copy-production-files.mjs'

let project: string

function write(path: string, content = 'written'): void {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), content)
}

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'hindsight build-'))
  for (const path of [
    'lib/filter/grammar.peggy',
    'lib/filter/grammar.js',
    'server/main.ts',
    'package.json',
    'dist/main.js',
  ])
    write(path)
  write('.next/BUILD_ID', hashSources(project))
  return () => rmSync(project, { recursive: true })
})

test.each(['lib/filter/grammar.js', 'server/main.test.ts', 'components/ui/button.test.tsx', 'README.md'])(
  'a build is fresh when only %s changed, whatever the time of a file',
  (path) => {
    write(path, 'changed')
    utimesSync(join(project, 'server/main.ts'), 3_000, 3_000)
    expect(isBuildStale(project)).toBe(false)
  },
)

test.each([
  'lib/filter/grammar.peggy',
  'server/main.ts',
  'package.json',
  'proxy.tsx',
  'components/ui/button.tsx',
  'public/icons/a.svg',
])('a build is stale when %s changed', (path) => {
  write(path, 'changed')
  expect(isBuildStale(project)).toBe(true)
})

test.each(['.next/BUILD_ID', 'dist/main.js', 'lib/filter/grammar.js'])(
  'a build is stale without %s, or if it is empty, as a full disk leaves it',
  (path) => {
    write(path, '')
    expect(isBuildStale(project)).toBe(true)
    rmSync(join(project, path))
    expect(isBuildStale(project)).toBe(true)
  },
)

test('a build is stale when a source was removed', () => {
  rmSync(join(project, 'server/main.ts'))
  expect(isBuildStale(project)).toBe(true)
})

test('each route that Next serves ends as the build expects, see next.config.mjs', () => {
  const files = globSync('app/**/route.ts', { cwd: join(import.meta.dirname, '..', '..') })
  // Ours, in dist/: the API, and the routes beside it that other standards name.
  expect(files.filter((file) => !/^app\/(?:api|mcp)\//.test(file))).toEqual([])
  expect(files.length).toBeGreaterThan(20)
})

test('a path in the settings becomes relative, and another value that begins alike stays', () => {
  const read = (root: string) => ({ root, files: [`${root}/.next`, '/app-paths-manifest.json'], size: 1 })
  expect(JSON.parse(makePathsRelative(JSON.stringify(read('/app')), '/app'))).toEqual(read('.'))
})

test('production files go to a new folder only', () => {
  const again = spawnSync('npm', ['run', '--silent', 'production-files', '--', '.'], {
    cwd: projectDir(),
    encoding: 'utf8',
  })
  expect(again).toMatchObject({ status: 1, stderr: `${projectDir()} is not empty. Name a new folder.\n` })
})
