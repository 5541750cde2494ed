import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectDir } from '#server/platform/project-dir.ts'

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
