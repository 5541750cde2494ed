// `npm run production-files -- FOLDER`: copies what serving needs, a third of what building needs, to a new folder.
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { isBuildComplete } from './build-state.mjs'
import { listProductionPackages } from './production-packages.mjs'
import { readLicenses, writeLicenses } from './third-party-licenses.mjs'

const projectDir = resolve(import.meta.dirname, '..', '..')

const files = [
  'package.json',
  'next.config.mjs',
  'LICENSE',
  'NOTICE',
  'dist',
  '.next',
  join('server', 'migrations'),
  join('server', 'demo', 'data'),
]

/** Parts that only building and debugging use. */
const leftOut = new Set([
  ...['cache', 'diagnostics', 'trace', 'trace-build', 'types'].map((name) => join('.next', name)),
  // A copy of its modules for bundlers, and documentation.
  join('node_modules', 'next', 'dist', 'esm'),
  join('node_modules', 'next', 'dist', 'docs'),
])

/** Source maps and types, which nothing reads while serving. */
const isForTools = /\.(?:map|d\.[cm]?ts)$/

function stop(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const [name, ...others] = process.argv.slice(2)
if (name === undefined || others.length > 0) stop('Usage: npm run production-files -- FOLDER')
const target = resolve(process.env.INIT_CWD ?? '.', name)
if (existsSync(target) && readdirSync(target).length > 0) stop(`${target} is not empty. Name a new folder.`)
if (!isBuildComplete(projectDir)) stop('The project is not built. Run npm run build first.')

const packages = listProductionPackages(projectDir)
for (const path of [...files, ...packages]) {
  const from = join(projectDir, path)
  const isNested = (file) => packages.includes(path) && file !== from && file === join(from, 'node_modules')
  mkdirSync(dirname(join(target, path)), { recursive: true })
  cpSync(from, join(target, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !leftOut.has(relative(projectDir, file)) && !isNested(file) && !isForTools.test(file),
  })
}
writeFileSync(join(target, 'THIRD-PARTY-LICENSES'), writeLicenses(readLicenses(projectDir)))
process.stdout.write(`${target} has what serving needs, with ${packages.length} packages. It needs DATABASE_URL.\n`)
