import { eq } from 'drizzle-orm'
import type { CheckResult, CheckStep } from '#lib/contracts/connection-values.ts'
import { noRemarks } from '#server/import/targets/remarks.ts'
import { isAppError } from '#server/platform/errors.ts'
import { OutgoingError } from '#server/platform/outgoing/outgoing.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { connections } from '#server/schema/connections.ts'
import { assertRuns } from './commands.ts'
import { openClient } from './connection-client.ts'
import type { ConnectorContext, OpenConnection } from './connector.ts'
import { type ConnectionRow, getConnectionRow, openConnection } from './find-connection.ts'
import type { Connectors } from './run-connections.ts'

/** Number of requests for which a check waits for its turn, beyond a minute for the responses. */
const awaitedRequests = 30
const longestCheckMs = 5 * 60_000

function timeFor({ options }: ConnectionRow): number {
  const perMinute = 'requests_per_minute' in options ? options.requests_per_minute : awaitedRequests
  return Math.min(Math.ceil(60_000 * (1 + awaitedRequests / perMinute)), longestCheckMs)
}

/**
 * Checks a connection and stores the result, which says so when the check takes longer than `limitMs`. Throws
 * `not_found`, and `conflict` if it is off or only sends events.
 */
export async function checkConnection(
  ctx: Context,
  id: string,
  connectors: Connectors,
  limitMs = longestCheckMs,
): Promise<CheckResult> {
  const row = await getConnectionRow(ctx.db, id)
  assertRuns({ ...row, isEnabled: true })
  const connection = openConnection(row)
  const timeoutMs = Math.min(timeFor(row), limitMs)
  const signal = AbortSignal.timeout(timeoutMs)
  let steps: readonly CheckStep[]
  try {
    const check = async (within: ConnectorContext) => (await connectors[row.kind]?.check(within, connection)) ?? []
    steps = await askConnection(ctx, connection, signal, check)
  } catch (error) {
    steps = [signal.aborted ? tooLate(timeoutMs) : describe(error)]
  }
  const result = { checked_at: new Date().toISOString(), steps }
  await ctx.db.update(connections).set({ checkResult: result }).where(eq(connections.id, id))
  return result
}

/** Reads something from the system of a connection, until the signal. */
export async function askConnection<Answer>(
  ctx: Context,
  connection: OpenConnection,
  signal: AbortSignal,
  ask: (within: ConnectorContext) => Promise<Answer>,
): Promise<Answer> {
  const outgoing = openClient(ctx.db, connection)
  try {
    return await Promise.race([
      ask({ ...ctx, outgoing, signal, remarks: noRemarks, count: () => {} }),
      rejectedBy(signal),
    ])
  } finally {
    await outgoing.close()
  }
}

/** A check may wait for something that does not know of the signal, such as the database. */
const rejectedBy = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

function tooLate(ms: number): CheckStep {
  const message = `The check took more than ${Math.round(ms / 1000)} seconds.`
  const advice = 'Check that nothing between the two systems delays requests, or allow more requests a minute.'
  return { name: 'Time', status: 'failed', message, advice }
}

function describe(error: unknown): CheckStep {
  if (!(error instanceof OutgoingError || isAppError(error))) throw error
  const advice = 'Check the address, and that this machine may reach it.'
  return { name: 'Address', status: 'failed', message: error.message, advice }
}
