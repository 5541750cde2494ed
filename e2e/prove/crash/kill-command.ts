import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectDir } from '../../server-process.ts'

export type Command = { readonly name: string; readonly args: readonly string[]; readonly env: Record<string, string> }

/** Runs a command of `server/cli` to its end and gives its exit code and how many milliseconds it took. */
export async function runCommand(command: Command): Promise<{ code: number | null; took: number }> {
  const start = performance.now()
  const code = await exitOf(launch(command))
  return { code, took: performance.now() - start }
}

/** Runs it and kills it after some milliseconds; true when it was still at work. */
export async function killCommand(command: Command, after: number): Promise<boolean> {
  const child = launch(command)
  const exited = exitOf(child)
  await Promise.race([sleep(after), exited])
  child.kill('SIGKILL')
  return (await exited) === null
}

function launch({ name, args, env }: Command) {
  return spawn(process.execPath, [join('server', 'cli', `${name}.ts`), ...args], {
    cwd: projectDir,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: 'ignore',
  })
}

const exitOf = (child: ReturnType<typeof launch>) =>
  new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
