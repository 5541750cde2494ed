import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectDir } from '#server/platform/project-dir.ts'

/** The version of this program, from its package. */
export function getServiceVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(projectDir(), 'package.json'), 'utf8'))
  return version
}
