import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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
export const writeLicenses = (licenses) =>
  licenses
    .map(({ name, version, license, texts }) =>
      [
        `${name} ${version}: ${license}`,
        ...(texts.length > 0 ? texts : ['The package contains no license text.']),
      ].join('\n\n'),
    )
    .join(`\n\n${'-'.repeat(80)}\n\n`)
