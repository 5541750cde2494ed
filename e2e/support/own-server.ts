import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { request as requests } from 'playwright/test'
import { demoAccounts, demoPassword } from '#server/demo/accounts.ts'
import { seedDemoData } from '#server/demo/seed.ts'
import { createDatabase, type Database } from '#server/platform/db/client.ts'
import { buildDatabaseUrl, dropDatabase, executeOn } from '#server/platform/db/databases.ts'
import { migrateDatabase } from '#server/platform/db/migrate/migrate.ts'
import { makeTokens } from './make-tokens.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { signInWith } from './sign-in.ts'
import type { World } from './world.ts'

export type OwnServer = {
  readonly server: ServerProcess
  readonly tokens: World['tokens']
  readonly databaseUrl: string
  /** Its database, while it is used. */
  readonly db: Database
  readonly pool: Pool
  /** Signs in as the first demo account of a role and returns the headers of the session. */
  signInAs(role: string): Promise<Record<string, string>>
}

/** Runs a production server with demo data in its own database, for tests that would disturb others. */
export function withOwnServer<Result>(
  world: Pick<World, 'databaseUrl' | 'serverEnv' | 'demoTemplate'>,
  use: (own: OwnServer) => Promise<Result>,
  env: Record<string, string> = {},
): Promise<Result> {
  const { demoTemplate } = world
  const run = async (url: string, db: Database, pool: Pool) => {
    if (demoTemplate === undefined) await seedDemoData(db, new Date())
    const tokens = await makeTokens(db)
    return withServer({ ...world.serverEnv, DATABASE_URL: url, ...env }, (server) =>
      use({ server, tokens, databaseUrl: url, db, pool, signInAs: (role) => signInAs(server.baseUrl, role) }),
    )
  }
  return withOwnDatabase(world, run, demoTemplate)
}

export type EmptyServer = Pick<OwnServer, 'server' | 'db'>

/** Runs a production server on an empty database, as a new installation. */
export const withEmptyServer = <Result>(
  world: Pick<World, 'databaseUrl' | 'serverEnv'>,
  use: (empty: EmptyServer) => Promise<Result>,
  env: Record<string, string> = {},
): Promise<Result> =>
  withOwnDatabase(world, (url, db) => {
    const own = { DATABASE_URL: url, HINDSIGHT_DEMO: 'false', HINDSIGHT_SECRET: randomBytes(48).toString('base64url') }
    return withServer({ ...world.serverEnv, ...own, ...env }, (server) => use({ server, db }))
  })

/** Runs a production server while `use` runs, which may end it. */
export async function withServer<Result>(
  env: Record<string, string>,
  use: (server: ServerProcess) => Promise<Result>,
): Promise<Result> {
  const server = await startServer(env)
  try {
    return await use(server)
  } finally {
    await server.stop()
  }
}

/** Creates a database for one test with the schema: empty, or a copy of a template. */
export async function withOwnDatabase<Result>(
  world: Pick<World, 'databaseUrl'>,
  use: (url: string, db: Database, pool: Pool) => Promise<Result>,
  template = 'template0',
): Promise<Result> {
  const name = `hindsight_own_${randomBytes(5).toString('hex')}`
  await executeOn(world.databaseUrl, `create database ${name} template ${template}`)
  const url = buildDatabaseUrl(world.databaseUrl, name)
  const { db, pool } = createDatabase(url, { poolSize: 5 })
  // A test may stop the database for a while.
  pool.on('error', () => {})
  try {
    await migrateDatabase(pool)
    return await use(url, db, pool)
  } finally {
    await pool.end()
    await dropDatabase(world.databaseUrl, name)
  }
}

/** Signs in as the first demo account of a role and returns the headers of the session. */
export async function signInAs(baseUrl: string, role: string): Promise<Record<string, string>> {
  const account = demoAccounts.find((known) => known.role === role)
  if (!account) throw new Error(`There is no demo account with the role ${role}.`)
  const context = await requests.newContext()
  await signInWith(context, baseUrl, { email: account.email, password: demoPassword })
  const { cookies } = await context.storageState()
  await context.dispose()
  return { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '), 'sec-fetch-site': 'same-origin' }
}
