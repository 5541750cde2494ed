import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
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

type Ended = { readonly code: number | null; readonly worked: number; readonly isKilled: boolean }

/**
 * Runs a command to its end, or kills it `killAfter` milliseconds after its critical part began. `worked` is how long that
 * part took; `isKilled` is false if the command or that part had ended before.
 */
export async function runCommand(command: Command, killAfter?: number): Promise<Ended> {
  const child = spawn(process.execPath, [join('dist', `${command.name}.js`), ...command.args], {
    cwd: projectDir,
    env: { ...process.env, NODE_ENV: 'production', ...command.env },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  const isAtWork = async () => !isOver() && command.isAtWork(child)
  while (!isOver() && !(await isAtWork())) await sleep(pollMs)
  const began = performance.now()
  let isMet = false
  if (killAfter === undefined) while (await isAtWork()) await sleep(pollMs)
  else {
    await Promise.race([sleep(killAfter), ended])
    isMet = await isAtWork()
    child.kill('SIGKILL')
  }
  const worked = performance.now() - began
  const [code] = await ended
  return { code, worked, isKilled: isMet && code === null }
}
