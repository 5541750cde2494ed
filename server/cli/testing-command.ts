import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { projectDir } from '#server/platform/project-dir.ts'

/** Arguments of node to run a command like its npm script; it fails where pg warns. */
export const buildCommandLine = (name: string): string[] => [
  '--heap-growing-percent=50',
  `--import=${join(projectDir(), 'server', 'platform', 'db', 'testing-warnings.ts')}`,
  join(projectDir(), 'dist', `${name}.js`),
]

/** Runs a command like its npm script, with these variables and this standard input. */
export async function runCommandLine(name: string, args: readonly string[], env: Record<string, string>, input = '') {
  const child = spawn(process.execPath, [...buildCommandLine(name), ...args], { env: { ...process.env, ...env } })
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, stdout, stderr }
}
