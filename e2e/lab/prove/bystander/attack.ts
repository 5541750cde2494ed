import type { OwnServer } from '#e2e/own-server.ts'

/** The server that is attacked, which is alone on a database with demo data. */
export type Target = {
  readonly baseUrl: string
  readonly tokens: OwnServer['tokens']
}

/** One way in which a caller may try to use up the service. */
export type Attack = {
  /** Kebab-case; names it in the figure of the claim. */
  readonly name: string
  /** Settings of the server besides those of an installation. */
  readonly env?: Readonly<Record<string, string>>
  /** Probes of the second caller that it may refuse, by the words of the refusal. */
  readonly mayRefuse?: RegExp
  /** How many requests are under way at once, each followed by the next one without pause. */
  readonly connections: number
  /** Makes what the attack needs, before anything is measured; returns its nth request, counted from 1. */
  readonly prepare: (target: Target) => NthRequest | Promise<NthRequest>
}

export type NthRequest = (n: number) => Request
