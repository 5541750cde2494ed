import type { TokenScope, TokenSystem } from '#lib/contracts/endpoint.ts'

/** What the servers under test are and how to reach them; made once before all tests. */
export type World = {
  production: string
  next: string
  databaseUrl: string
  dataDir: string
  /** The environment that the servers were started with, for tests that start one of their own. */
  serverEnv: Record<string, string>
  tokens: Record<TokenSystem, Record<TokenScope, string>>
}

export function readWorld(): World {
  const text = process.env.HINDSIGHT_E2E
  if (!text) throw new Error('The servers under test were not started: run the tests with `playwright test`.')
  return JSON.parse(text)
}
