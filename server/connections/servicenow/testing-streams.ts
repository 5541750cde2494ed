import { asc } from 'drizzle-orm'
import type { Pool } from 'pg'
import { afterEach, beforeEach } from 'vitest'
import { type Counts, fill } from '#e2e/lab/servicenow/fill.ts'
import { type HostileServiceNow, startServiceNow } from '#e2e/lab/servicenow/hostile-servicenow.ts'
import { makeSysId, type Table, type TableRow } from '#e2e/lab/servicenow/tables.ts'
import type { Traps } from '#e2e/lab/servicenow/traps.ts'
import { NewConnection } from '#lib/contracts/app/connections.ts'
import type { CheckResult, RunCounts } from '#lib/contracts/connection-values.ts'
import { checkConnection } from '#server/connections/check-connection.ts'
import { createConnection, updateConnection } from '#server/connections/commands.ts'
import { runToEnd } from '#server/connections/run-connections.ts'
import type { Database } from '#server/platform/db/client.ts'
import { provideEmptyDatabase, readRows } from '#server/platform/db/testing.ts'
import { readEnv } from '#server/platform/env.ts'
import { type Context, createSystemActor } from '#server/platform/runtime/context.ts'
import { setRuntime } from '#server/platform/runtime/runtime.ts'
import { changes } from '#server/schema/changes.ts'
import { connectionStreams } from '#server/schema/connections.ts'
import { serviceNowConnector } from './connector.ts'

export type ConnectedServiceNow = {
  readonly id: string
  readonly ctx: () => Context
  /** Runs the connection to its end, including the waiting writes. */
  run: () => Promise<RunCounts>
  check: () => Promise<CheckResult>
  /** Changes the options. */
  change: (options: Readonly<Record<string, unknown>>) => Promise<unknown>
}

/** Sets the runtime of this process to a database, with connections that may call servers on this machine. */
export function provideDatabase({ db, pool }: { readonly db: Database; readonly pool: Pool }): void {
  const env = readEnv({ NODE_ENV: 'test', HINDSIGHT_PLAIN_HOSTS: '127.0.0.1' })
  setRuntime({ env, db, pool, secret: 'a secret of the tests that signs nothing else' })
}

/** Adds a connection to an instance, with a password unless the options name another sign-in. */
export async function connectTo(
  instance: HostileServiceNow,
  db: Database,
  options: Readonly<Record<string, unknown>>,
  secret = instance.account.password,
): Promise<ConnectedServiceNow> {
  const actor = createSystemActor('tests', 'Tests')
  const ctx = () => ({ db, actor, now: new Date(), requestId: 'tests' })
  const signIn = { method: 'basic', user: instance.account.user }
  const allOptions = { sign_in: signIn, requests_per_minute: 6000, ...options }
  const input = { kind: 'servicenow', name: 'hostile', url: instance.url, secret, options: allOptions }
  const { id } = await createConnection(ctx(), NewConnection.parse(input))
  const connectors = { servicenow: serviceNowConnector }
  return {
    id,
    ctx,
    run: () => runToEnd(ctx(), id, connectors),
    check: () => checkConnection(ctx(), id, connectors),
    change: (changed) => updateConnection(ctx(), id, { options: { ...allOptions, ...changed } }),
  }
}

export type StreamSetting = { traps?: Partial<Traps>; counts?: Counts; options?: Readonly<Record<string, unknown>> }

/** Provides a database for each test of a file, and functions that start and connect an instance. */
export function provideStreams() {
  const database = provideEmptyDatabase()
  let instance: HostileServiceNow
  let connection: ConnectedServiceNow

  beforeEach(() => provideDatabase(database))
  afterEach(async () => {
    await instance.stop()
    setRuntime(undefined)
  })

  async function startInstance(traps: Partial<Traps> = {}) {
    instance = await startServiceNow(traps)
  }

  async function connectInstance(options: Readonly<Record<string, unknown>>, secret?: string) {
    connection = await connectTo(instance, database.db, options, secret)
  }

  async function connect({ traps, counts = { changes: 30 }, options = {} }: StreamSetting = {}) {
    await startInstance(traps)
    fill(instance, counts)
    await connectInstance({ tables: { change_request: {} }, page_size: 10, ...options })
  }

  return {
    database,
    get instance() {
      return instance
    },
    get connection() {
      return connection
    },
    run: () => connection.run(),
    /** The table of changes in the instance. */
    getChanges: () => instance.tables.change_request as Table,
    /** Writes fields of the first change there. */
    edit: (fields: TableRow) => instance.writeRow('change_request', { sys_id: first, ...fields }),
    /** Lets the account read some more pages of changes, then none until the traps are set again. */
    refuseAfter(pages: number) {
      let asked = 0
      instance.traps = Object.defineProperty({ ...instance.traps }, 'unreadableTables', {
        get: () => (asked++ < pages ? [] : ['change_request']),
      })
    },
    startInstance,
    connectInstance,
    connect,
    readChange: async (number: string) => (await readRows(database.db, changes, { number }))[0],
    listNumbers: async () =>
      (await database.db.select().from(changes).orderBy(asc(changes.number))).map((change) => change.number),
    makeComparisonDue: () => database.db.update(connectionStreams).set({ keysComparedAt: '2020-01-01T00:00:00Z' }),
  }
}

export const first = makeSysId('change_request', 0)

export const getParam = (request: { query: string } | undefined, name: string) =>
  new URLSearchParams(request?.query).get(name) ?? ''
