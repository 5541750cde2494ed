import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What node is given to run a command as its npm script does. */
export const commandLine = (name: string): string[] => [
  '--import',
  pathToFileURL(join(import.meta.dirname, 'quick-start.ts')).href,
  join(import.meta.dirname, `${name}.ts`),
]
