import type { Pool } from 'pg'
import type { HostileServiceNow } from '#e2e/lab/servicenow/hostile-servicenow.ts'
import { NewConnection } from '#lib/contracts/app/connections.ts'
import type { CheckResult, RunCounts } from '#lib/contracts/connection-values.ts'
import { checkConnection } from '#server/connections/check-connection.ts'
import { createConnection, updateConnection } from '#server/connections/commands.ts'
import { runToEnd } from '#server/connections/run-connections.ts'
import type { Database } from '#server/platform/db/client.ts'
import { readEnv } from '#server/platform/env.ts'
import { type Context, createSystemActor } from '#server/platform/runtime/context.ts'
import { setRuntime } from '#server/platform/runtime/runtime.ts'
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
