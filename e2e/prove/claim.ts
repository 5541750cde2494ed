import type { World } from '../world.ts'

/** What a claim is proven on: a database server with the environment that reaches it. A claim starts its own servers. */
export type Ground = Pick<World, 'databaseUrl' | 'dataDir' | 'serverEnv'>

export type Verdict = {
  /** What was counted or measured, in words. */
  readonly figure: string
  readonly isProven: boolean
  /** Whether this machine lacks a program that the attack needs; `figure` names it. */
  readonly isSkipped?: boolean
  /** What went wrong, for who has to mend it. */
  readonly faults?: readonly string[]
}

/** One claim about reliability or security, and the attack that shows it. */
export type Claim = {
  /** Kebab-case; names it on the command line. */
  readonly name: string
  /** One sentence, for the table of docs/reliability.md. */
  readonly claim: string
  /** `isSoak` asks for the long variant of those that have one: 20 minutes. */
  readonly prove: (ground: Ground, options: { readonly isQuick: boolean; readonly isSoak: boolean }) => Promise<Verdict>
}
