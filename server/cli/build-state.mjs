// Plain JavaScript without dependencies: it runs before anything is installed.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const sources = ['app', 'components', 'lib', 'server', 'public', 'proxy.tsx', 'instrumentation.ts']
const settings = [
  'package.json',
  'package-lock.json',
  'next.config.mjs',
  'tailwind.config.ts',
  'postcss.config.mjs',
  'tsconfig.json',
  'tsconfig.next.json',
]

/** A generated file, which may be missing while the sources are compared. */
const grammar = join('lib', 'filter', 'grammar.js')

/** Returns true if a build completed; a full disk leaves empty files. */
export function isBuildComplete(projectDir) {
  return [join('.next', 'BUILD_ID'), join('dist', 'main.js'), grammar].every(
    (path) => getSize(join(projectDir, path)) > 0,
  )
}

/** Returns true if there is no complete build, or one of other sources: Next names a build by their hash. */
export const isBuildStale = (projectDir) =>
  !isBuildComplete(projectDir) ||
  readFileSync(join(projectDir, '.next', 'BUILD_ID'), 'utf8') !== hashSources(projectDir)

/** Hashes the sources and settings of a build; the result is the same on every machine. */
export function hashSources(projectDir) {
  const hash = createHash('sha256')
  const add = (path) => {
    if (path === grammar || isTest(path) || !existsSync(join(projectDir, path))) return
    const file = join(projectDir, path)
    if (statSync(file).isDirectory()) for (const name of readdirSync(file).toSorted()) add(`${path}/${name}`)
    else hash.update(`${path}\0${createHash('sha256').update(readFileSync(file)).digest('hex')}\0`)
  }
  for (const path of [...sources, ...settings]) add(path)
  return hash.digest('hex').slice(0, 20)
}

const isTest = (path) => /\.test\.tsx?$/.test(path)
const getSize = (file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
