import type { TokenRole, TokenScope, TokenSystem } from '#lib/contracts/endpoint.ts'

/** The server under test and how to reach it; started once before all tests. */
export type World = {
  production: string
  databaseUrl: string
  /** A database with the demo data that nobody uses, to copy. */
  demoTemplate?: string
  dataDir: string
  /** The environment of the servers, for tests that start their own. */
  serverEnv: Record<string, string>
  tokens: Record<Exclude<TokenSystem, 'app'>, Record<TokenScope, string>> & { app: Record<TokenRole, string> }
}

export function readWorld(): World {
  const text = process.env.HINDSIGHT_E2E
  if (!text) throw new Error('The servers under test were not started: run the tests with `playwright test`.')
  return JSON.parse(text)
}
