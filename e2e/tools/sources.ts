import { globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { projectDir } from '#server/platform/project-dir.ts'

/** The source as people wrote it: without tests and declarations, some of which a test generates. */
export type Sources = {
  readonly files: readonly string[]
  getText(file: string): string
  countLines(file: string): number
  /** True if a file has a match of a pattern. */
  naming(pattern: RegExp): (file: string) => boolean
  /** The files that a file imports by value, directly or through others, itself included. */
  reach(entry: string): ReadonlySet<string>
  listImporters(file: string): readonly string[]
  /** True if some file imports it only when needed. */
  isLazy(file: string): boolean
  isTested(file: string): boolean
}

const valueImport = /^(?:import|export)\s(?!type\b)[^'"]*?from\s'([#.][^']+)'/gm
const anyImport = /^(?:import|export)\s[^'"]*?from\s'([#.][^']+)'/gm
const lazyImport = /import\('([#.][^']+)'\)/g

export function readSources(): Sources {
  const root = projectDir()
  const all = globSync('{app,components,lib,server,e2e}/**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  })
  const texts = new Map(all.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const isTest = (file: string) => /\.(?:test|spec)\.|\/testing[-.]/.test(file)
  const files = all.filter((file) => !isTest(file) && !/\.d\./.test(file))
  const getText = (file: string) => texts.get(file) ?? ''

  const targets = (file: string, pattern: RegExp) =>
    [...getText(file).matchAll(pattern)].flatMap(([, specifier = '']) => {
      const path = specifier.startsWith('#') ? specifier.slice(1) : posix.join(dirname(file), specifier)
      return texts.has(path) ? [path] : []
    })
  const imports = new Map(files.map((file) => [file, targets(file, valueImport)]))
  const importers = Map.groupBy(
    files.flatMap((file) => targets(file, anyImport).map((target) => ({ file, target }))),
    ({ target }) => target,
  )
  const lazy = new Set(files.flatMap((file) => targets(file, lazyImport)))
  const tested = new Set(all.filter(isTest).flatMap((file) => targets(file, anyImport)))
  const reached = new Map<string, ReadonlySet<string>>()

  function reach(entry: string): ReadonlySet<string> {
    const known = reached.get(entry)
    if (known) return known
    const found = new Set<string>()
    const open = [entry]
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (found.has(file)) continue
      found.add(file)
      open.push(...(imports.get(file) ?? []))
    }
    reached.set(entry, found)
    return found
  }

  return {
    files,
    getText,
    countLines: (file) => getText(file).split('\n').length - 1,
    naming: (pattern) => (file) => pattern.test(getText(file)),
    reach,
    listImporters: (file) => [...new Set((importers.get(file) ?? []).map(({ file: importer }) => importer))],
    isLazy: (file) => lazy.has(file),
    isTested: (file) => tested.has(file),
  }
}
