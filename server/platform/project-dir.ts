import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The project's folder: the nearest parent with our package.json, of the source file or the working directory. */
export function projectDir(): string {
  for (const start of [import.meta.dirname, process.cwd()]) {
    for (let folder: string | undefined = start; folder !== undefined; folder = findParent(folder)) {
      if (isProject(folder)) return folder
    }
  }
  throw new Error(`Hindsight's package.json was not found above its source or above ${process.cwd()}.`)
}

function findParent(folder: string): string | undefined {
  const parent = dirname(folder)
  return parent === folder ? undefined : parent
}

function isProject(folder: string): boolean {
  const file = join(folder, 'package.json')
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).name === 'hindsight'
}

/** The version of this program, from its package. */
export function getServiceVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(projectDir(), 'package.json'), 'utf8'))
  return version
}

/** The version and, if the build knew it, the commit, such as `0.3.0 (7d5b9988aa)`. */
export function getBuildName(): string {
  const file = join(projectDir(), 'dist', 'commit')
  const commit = existsSync(file) ? ` (${readFileSync(file, 'utf8').trim()})` : ''
  return `${getServiceVersion()}${commit}`
}
