import type { World } from '#e2e/world.ts'

/** The database server for a claim, and the environment to reach it. A claim starts its own servers. */
export type Ground = Pick<World, 'databaseUrl' | 'dataDir' | 'serverEnv'>

export type Verdict = {
  /** What was counted or measured. */
  readonly figure: string
  /** What went wrong, for the person who fixes it. */
  readonly faults?: readonly string[]
  /** By default, whether nothing went wrong. */
  readonly isProven?: boolean
  /** Whether this machine lacks a program that the attack needs; `figure` names it. */
  readonly isSkipped?: boolean
}

/** One claim about reliability or security, and the attack that shows it. */
export type Claim = {
  /** Kebab-case; names it on the command line. */
  readonly name: string
  /** One sentence, for the table of docs/reliability.md. */
  readonly claim: string
  /** `isSoak` selects the long variant of 20 minutes, for claims that have one. */
  readonly prove: (ground: Ground, options: { readonly isQuick: boolean; readonly isSoak: boolean }) => Promise<Verdict>
}
