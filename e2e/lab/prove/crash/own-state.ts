import { setTimeout as sleep } from 'node:timers/promises'
import { makeTokens } from '#e2e/support/make-tokens.ts'
import { withFolder } from '#e2e/support/resources.ts'
import type { World } from '#e2e/support/world.ts'
import { seedDemoData } from '#server/demo/seed.ts'
import type { Database } from '#server/platform/db/client.ts'
import { readPostmaster } from '#server/platform/db/embedded/postmaster.ts'
import { isPostgresProcess, listPostgresProcesses, sendSignal } from '#server/platform/db/embedded/processes.ts'
import { stateFolders } from '#server/platform/db/embedded/state-folders.ts'
import { migrateDatabase } from '#server/platform/db/migrate/migrate.ts'
import { type OpenDatabase, openDatabase } from '#server/platform/db/open.ts'
import { readEnv } from '#server/platform/env.ts'

/** A separate state folder with a database, for attacks that must not affect other processes. */
export type OwnState = { readonly dataDir: string; readonly env: Record<string, string> }

/** Creates a state folder in `place`; finally stops the processes that still use it, and removes it. */
export const withOwnState = <Result>(use: (state: OwnState) => Promise<Result>, place?: string): Promise<Result> =>
  withFolder(
    'crash',
    async (dataDir) => {
      const env = {
        HINDSIGHT_DATA_DIR: dataDir,
        HINDSIGHT_DEMO: 'true',
        HINDSIGHT_JOBS: 'off',
        HINDSIGHT_RATE_LIMIT: '1000000',
        HINDSIGHT_SIGN_IN_LIMIT: '1000',
        DATABASE_URL: '',
      }
      try {
        return await use({ dataDir, env })
      } finally {
        for (const pid of listPostgresProcesses(stateFolders(dataDir).data)) sendSignal(pid, 'SIGKILL')
      }
    },
    place,
  )

/** Opens the database of the state folder while `use` runs. No application needs to run. */
export async function inState<Result>(
  { env }: OwnState,
  use: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(readEnv({ NODE_ENV: 'production', ...env }))
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

/** Adds the demo data and that of `more`; returns the tokens. */
export function fillState(
  state: OwnState,
  more: (db: Database) => Promise<void> = async () => {},
): Promise<World['tokens']> {
  return inState(state, async ({ db, pool }) => {
    await migrateDatabase(pool)
    await seedDemoData(db, new Date())
    await more(db)
    return makeTokens(db)
  })
}

/** Ends the database server of a state folder. */
export async function endDatabase({ dataDir }: OwnState, signal: 'SIGKILL' | 'SIGINT' = 'SIGKILL'): Promise<void> {
  const { data } = stateFolders(dataDir)
  const pid = readPostmaster(data)?.pid
  if (pid === undefined) return
  sendSignal(pid, signal)
  while (isPostgresProcess(pid, data)) await sleep(5)
}
