import { join } from 'node:path'
import { projectDir } from '#server/platform/project-dir.ts'

/** Arguments of node to run a command like its npm script; it fails where pg warns. */
export const buildCommandLine = (name: string): string[] => [
  '--heap-growing-percent=50',
  `--import=${join(projectDir(), 'server', 'platform', 'db', 'testing-warnings.ts')}`,
  join(projectDir(), 'dist', `${name}.js`),
]
