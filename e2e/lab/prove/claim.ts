import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from '#e2e/support/world.ts'

/** The database server for a claim, and the environment to reach it. A claim starts its own servers. */
export type Ground = Pick<World, 'databaseUrl' | 'dataDir' | 'serverEnv'>

export type Verdict = {
  readonly word: 'proven' | 'NOT PROVEN' | 'skipped'
  /** What was counted or measured. */
  readonly figure: string
  /** What went wrong, for the person who fixes it. */
  readonly faults: readonly string[]
}

/** The verdict on what was counted and what went wrong. An attack that did not do what it should proves nothing. */
export const toVerdict = (figure: string, faults: readonly string[], isDone = true): Verdict => ({
  word: isDone && faults.length === 0 ? 'proven' : 'NOT PROVEN',
  figure,
  faults,
})

/** The fault, unless something is as it should be. */
export const unless = (isRight: boolean, fault: string): string[] => (isRight ? [] : [fault])

/** The verdict where this machine lacks something that the attack needs, which `figure` names. */
export const skipped = (figure: string): Verdict => ({ word: 'skipped', figure, faults: [] })

/** The file of a program; undefined if it is not installed. */
export const findProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(':'), '/usr/sbin'].map((folder) => join(folder, name)).find(existsSync)

/** What `skipped` says where a program is not installed. */
export const notInstalled = (program: string, debian: string): string =>
  `${program} is not installed (Debian: apt-get install ${debian})`

/** One claim about reliability or security, and the attack that shows it. */
export type Claim = {
  /** Kebab-case; names it on the command line. */
  readonly name: string
  /** One sentence, for the table of docs/reliability.md. */
  readonly claim: string
  /** `isSoak` selects the long variant of 20 minutes, for claims that have one. */
  readonly prove: (ground: Ground, options: { readonly isQuick: boolean; readonly isSoak: boolean }) => Promise<Verdict>
}
