import { join } from 'node:path'
import { projectDir } from '#server/platform/project-dir.ts'

/** What node is given to run a command as its npm script does. */
export const commandLine = (name: string): string[] => [
  '--heap-growing-percent=50',
  join(projectDir(), 'dist', `${name}.js`),
]
