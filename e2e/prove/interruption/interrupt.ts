import { type Command, killAtWork, runCommand } from './command.ts'

/** What was found after a number of kills that met the command at work. */
export type Found = { readonly what: string; readonly kills: number; readonly faults: readonly string[] }

type Interruption = {
  /** In the plural. */
  readonly what: string
  readonly command: Command
  /** Brings back what the command is to change. */
  prepare(): Promise<void>
  /** What is wrong with what a killed command has left. */
  check(): Promise<readonly string[]>
  /** What is wrong with what a command that came to its end has done. */
  checkWhole(): Promise<readonly string[]>
}

/** Attempts for each kill: a command may be done when the kill comes. */
const mostTries = 5

/** Kills a command at its work, `times` times at moments spread over it, and then lets it come to its end. */
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
  for (let tries = 0; kills < times && tries < mostTries * times; tries += 1) {
    await interruption.prepare()
    // Each kill in a part of the work of its own, somewhere in it.
    if (await killAtWork(command, (worked * (kills + Math.random())) / times)) kills += 1
    // It takes less by now than when it was measured, on a machine that was busy then.
    else worked *= 0.9
    faults.push(...(await interruption.check()))
  }
  await runWhole()
  return { what, kills, faults }
}
