import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { listProductionPackages } from './production-packages.mjs'

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

/** Parts that only building, debugging and `npm run dev` need. */
const leftOut = new Set([
  ...['cache', 'dev', 'diagnostics', 'trace', 'trace-build', 'types'].map((name) => join('.next', name)),
  // A copy of its modules for bundlers, and documentation.
  join('node_modules', 'next', 'dist', 'esm'),
  join('node_modules', 'next', 'dist', 'docs'),
])

/** Source maps, types, lists of files for other hosts, and the schema for drizzle-kit: nothing reads them while serving. */
const isForTools = /\.(?:map|d\.[cm]?ts|nft\.json)$|_snapshot\.json$|required-server-files\.js$/
/** The settings of Next for its pages, with the path of the project four times. */
const nextSettings = join('.next', 'required-server-files.json')

/** Makes the paths in a folder relative: in the returned JSON they begin with `.` instead of the folder. */
export function makePathsRelative(json, folder) {
  const isInside = (value) => value === folder || (typeof value === 'string' && value.startsWith(`${folder}/`))
  const replace = (_, value) => (isInside(value) ? `.${value.slice(folder.length)}` : value)
  return JSON.stringify(JSON.parse(json, replace), null, 2)
}

/** Copies the files that serving from a database of `DATABASE_URL` needs. */
export function copyProductionFiles(projectDir, target) {
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
  const settings = readFileSync(join(projectDir, nextSettings), 'utf8')
  writeFileSync(join(target, nextSettings), makePathsRelative(settings, projectDir))
  writeFileSync(join(target, 'THIRD-PARTY-LICENSES'), writeLicenses(readLicenses(projectDir)))
  return packages.length
}

const isLicense = (name) => /^(?:licen[sc]e|copying|notice)/i.test(name)
const read = (...path) => readFileSync(join(...path), 'utf8')

/** Reads the installed packages that the product contains, bundled or beside the bundle, with their license texts. */
export function readLicenses(projectDir) {
  const { packages } = JSON.parse(read(projectDir, 'package-lock.json'))
  const shipped = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link && existsSync(join(projectDir, path)),
  )
  const licenses = shipped.map(([path, { version, license = 'unknown' }]) => ({
    name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version,
    license,
    texts: readdirSync(join(projectDir, path))
      .filter(isLicense)
      .map((name) => read(projectDir, path, name).trim()),
  }))
  return licenses.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** Formats the file that accompanies a bundle, in which the packages are no longer recognisable. */
const writeLicenses = (licenses) =>
  licenses
    .map(({ name, version, license, texts }) =>
      [
        `${name} ${version}: ${license}`,
        ...(texts.length > 0 ? texts : ['The package contains no license text.']),
      ].join('\n\n'),
    )
    .join(`\n\n${'-'.repeat(80)}\n\n`)
