import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The folder of the project: the nearest parent whose package.json is ours, of the source file or else of the working
 * directory, since a bundle is elsewhere than its source.
 */
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
