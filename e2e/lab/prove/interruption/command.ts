import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectDir } from '#e2e/server-process.ts'

export type Command = {
  /** A program of `server/cli`. */
  readonly name: string
  readonly args: readonly string[]
  readonly env: Record<string, string>
  /** Whether it is executing its critical part, according to the database or the disk. */
  isAtWork(child: ChildProcess): Promise<boolean>
}

/** Milliseconds between two checks of a command. */
const pollMs = 3

/** Runs a command to its end. Returns its exit code and the milliseconds of its critical part. */
export async function runCommand(command: Command): Promise<{ code: number | null; worked: number }> {
  const child = launch(command)
  const isOver = watchEnd(child)
  await waitForWork(command, child, isOver)
  const began = performance.now()
  while (!isOver() && (await command.isAtWork(child))) await sleep(pollMs)
  const worked = performance.now() - began
  return { code: await exitOf(child), worked }
}

/**
 * Runs a command and kills it `after` milliseconds after its critical part started; false if the command or that part
 * had ended by then.
 */
export async function killAtWork(command: Command, after: number): Promise<boolean> {
  const child = launch(command)
  const isOver = watchEnd(child)
  await waitForWork(command, child, isOver)
  await Promise.race([sleep(after), exitOf(child)])
  const isMet = !isOver() && (await command.isAtWork(child))
  child.kill('SIGKILL')
  return (await exitOf(child)) === null && isMet
}

function launch({ name, args, env }: Command): ChildProcess {
  return spawn(process.execPath, [join('dist', `${name}.js`), ...args], {
    cwd: projectDir,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: 'ignore',
  })
}

async function waitForWork(command: Command, child: ChildProcess, isOver: () => boolean): Promise<void> {
  while (!isOver() && !(await command.isAtWork(child))) await sleep(pollMs)
}

function watchEnd(child: ChildProcess): () => boolean {
  return () => child.exitCode !== null || child.signalCode !== null
}

const exitOf = (child: ChildProcess) =>
  new Promise<number | null>((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done(child.exitCode)
    else child.once('exit', (code) => done(code))
  })
