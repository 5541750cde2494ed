import { join } from 'node:path'
import { projectDir } from '#server/platform/project-dir.ts'

/** Arguments of node to run a command like its npm script. */
export const commandLine = (name: string): string[] => [
  '--heap-growing-percent=50',
  join(projectDir(), 'dist', `${name}.js`),
]
