import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from '#e2e/support/world.ts'

/** The database server for a claim, and the environment to reach it. A claim starts its own servers. */
export type Ground = Pick<World, 'databaseUrl' | 'dataDir' | 'serverEnv'>

export type Verdict = {
  readonly word: 'proven' | 'NOT PROVEN' | 'skipped'
  /** The counted or measured figure. */
  readonly figure: string
  /** The faults, for the person who fixes them. */
  readonly faults: readonly string[]
}

/** Creates the verdict of a figure and its faults. An attack that was not carried out proves nothing. */
export const toVerdict = (figure: string, faults: readonly string[], isDone = true): Verdict => ({
  word: isDone && faults.length === 0 ? 'proven' : 'NOT PROVEN',
  figure,
  faults,
})

/** Returns the fault unless `isRight`. */
export const unless = (isRight: boolean, fault: string): string[] => (isRight ? [] : [fault])

/** The verdict if this machine lacks a thing that the attack needs, which `figure` names. */
export const skipped = (figure: string): Verdict => ({ word: 'skipped', figure, faults: [] })

/** The file of a program; undefined if it is not installed. */
export const findProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(':'), '/usr/sbin'].map((folder) => join(folder, name)).find(existsSync)

/** The text for `skipped` if a program is not installed. */
export const notInstalled = (program: string, debian: string): string =>
  `${program} is not installed (Debian: apt-get install ${debian})`

/** The attack that shows a claim of docs/reliability.md. */
export type Claim = {
  /** The name in the table of the document and on the command line. */
  readonly name: string
  /** `isSoak` selects the long variant of 20 minutes, for claims that have one. */
  readonly prove: (ground: Ground, options: { readonly isQuick: boolean; readonly isSoak: boolean }) => Promise<Verdict>
}
