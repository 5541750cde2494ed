import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectDir } from '../../server-process.ts'

export type Command = {
  /** A program of `server/cli`. */
  readonly name: string
  readonly args: readonly string[]
  readonly env: Record<string, string>
  /** Whether it is at what must be done whole, by what the database or the disk shows. */
  isAtWork(child: ChildProcess): Promise<boolean>
}

/** Milliseconds between two looks at what a command does. */
const lookEvery = 3

/** Runs a command to its end. Gives its exit code and how many milliseconds it was at work. */
export async function runCommand(command: Command): Promise<{ code: number | null; worked: number }> {
  const child = launch(command)
  const isOver = watchEnd(child)
  await waitForWork(command, child, isOver)
  const began = performance.now()
  while (!isOver() && (await command.isAtWork(child))) await sleep(lookEvery)
  const worked = performance.now() - began
  return { code: await exitOf(child), worked }
}

/**
 * Runs a command and kills it `after` milliseconds after it was first seen at work; false when it had ended by then, or
 * was no longer at work.
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
  while (!isOver() && !(await command.isAtWork(child))) await sleep(lookEvery)
}

function watchEnd(child: ChildProcess): () => boolean {
  return () => child.exitCode !== null || child.signalCode !== null
}

const exitOf = (child: ChildProcess) =>
  new Promise<number | null>((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done(child.exitCode)
    else child.once('exit', (code) => done(code))
  })
