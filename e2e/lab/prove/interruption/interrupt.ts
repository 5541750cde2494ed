import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { unless } from '#e2e/lab/prove/claim.ts'
import { projectDir } from '#e2e/support/server-process.ts'
import { waitUntil } from '#e2e/support/wait-until.ts'
import type { Database } from '#server/platform/db/client.ts'

/** The database that a command works with. */
export type TestDb = { readonly url: string; readonly db: Database; readonly pool: Pool }

/** The result of a number of kills during the critical part of a command. */
export type Kills = { readonly what: string; readonly kills: number; readonly faults: readonly string[] }

type Interruption = {
  /** Name of the command, in the plural. */
  readonly what: string
  readonly command: Command
  /** Restores the state before the command. */
  prepare(): Promise<void>
  /** Reads the state after the command: `before` it, `after` all of it, or another, in words. */
  state(): Promise<string>
}

/** Attempts per kill, since a command may finish before the kill. */
const maxTries = 5

/** Kills a command `times` times at moments spread over its critical part, and then runs it to its end. */
export async function interrupt(times: number, { what, command, prepare, state }: Interruption): Promise<Kills> {
  const faults: string[] = []
  const runWhole = async () => {
    await prepare()
    const { code, worked } = await runCommand(command)
    const left = await state()
    faults.push(
      ...unless(code === 0 && left === 'after', `${what}: one that was not killed left ${left}, code ${code}`),
    )
    return worked
  }
  let worked = await runWhole()
  let kills = 0
  for (let tries = 0; kills < times && tries < maxTries * times; tries += 1) {
    await prepare()
    // Each kill at a random moment in its own part of the work.
    if ((await runCommand(command, (worked * (kills + Math.random())) / times)).isKilled) kills += 1
    // The work takes less time now than when it was measured on a busy machine.
    else worked *= 0.9
    const left = await state()
    faults.push(...unless(left === 'before' || left === 'after', `${what}: a killed one left ${left}`))
  }
  await runWhole()
  return { what, kills, faults }
}

type Command = {
  /** A program of `server/cli`. */
  readonly name: string
  readonly args: readonly string[]
  readonly env: Record<string, string>
  /** True if it is executing its critical part, according to the database or the disk. */
  isAtWork(child: ChildProcess): Promise<boolean>
}

/** Milliseconds between two checks of a command. */
const pollMs = 3

type EndedCommand = { readonly code: number | null; readonly worked: number; readonly isKilled: boolean }

/**
 * Runs a command to its end, or kills it `killAfter` milliseconds after its critical part began. `worked` is the
 * duration of that part; `isKilled` is false if the command or that part had ended before.
 */
export async function runCommand(command: Command, killAfter?: number): Promise<EndedCommand> {
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

/** SQL for the sessions of others. */
const others = `from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
  and pid <> pg_backend_pid()`

async function isAny(pool: Pool, condition: string): Promise<boolean> {
  const { rows } = await pool.query(`select exists (select ${others} and ${condition}) as found`)
  return rows[0].found
}

/** True if another session has uncommitted writes. */
export const isWriting = (pool: Pool): Promise<boolean> => isAny(pool, 'backend_xid is not null')

/** Waits until the server has noticed the end of killed clients; until then their work may continue. */
export const waitUntilQuiet = (pool: Pool): Promise<number> =>
  waitUntil('the server is quiet', async () => !(await isAny(pool, 'xact_start is not null')), { pollMs: 20 })
