import type { Pool } from 'pg'
import type { Database } from '#server/platform/db/client.ts'
import { type Command, runCommand } from './command.ts'

/** The database that a command works with. */
export type Target = { readonly url: string; readonly db: Database; readonly pool: Pool }

/** The result of a number of kills during the critical part of a command. */
export type Found = { readonly what: string; readonly kills: number; readonly faults: readonly string[] }

type Interruption = {
  /** In the plural. */
  readonly what: string
  readonly command: Command
  /** Restores the state before the command. */
  prepare(): Promise<void>
  /** Faults in the state after a killed command. */
  check(): Promise<readonly string[]>
  /** Faults in the state after a completed command. */
  checkWhole(): Promise<readonly string[]>
}

/** Attempts per kill, since a command may finish before the kill. */
const maxTries = 5

/** Kills a command `times` times at moments spread over its critical part, and then runs it to its end. */
export async function interrupt(times: number, { what, command, ...interruption }: Interruption): Promise<Found> {
  const faults: string[] = []
  const runWhole = async () => {
    await interruption.prepare()
    const { code, worked } = await runCommand(command)
    if (code !== 0) faults.push(`${what}: one that was not killed ended with ${code}`)
    faults.push(...(await interruption.checkWhole()))
    return worked
  }
  let worked = await runWhole()
  let kills = 0
  for (let tries = 0; kills < times && tries < maxTries * times; tries += 1) {
    await interruption.prepare()
    // Each kill at a random moment in its own part of the work.
    if ((await runCommand(command, (worked * (kills + Math.random())) / times)).isKilled) kills += 1
    // The work takes less time now than when it was measured on a busy machine.
    else worked *= 0.9
    faults.push(...(await interruption.check()))
  }
  await runWhole()
  return { what, kills, faults }
}
