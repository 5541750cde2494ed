import { eq } from 'drizzle-orm'
import type { CheckResult, CheckStep } from '#lib/contracts/connection-values.ts'
import { noRemarks } from '#server/import/targets/target.ts'
import { isAppError } from '#server/platform/errors.ts'
import { OutgoingError } from '#server/platform/outgoing/outgoing.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { connections } from '#server/schema/connections.ts'
import { assertRuns } from './commands.ts'
import type { ConnectorContext, OpenConnection } from './connector.ts'
import { type ConnectionRow, getConnectionRow, openClient, openConnection } from './find-connection.ts'
import type { Connectors } from './run-connections.ts'

/** Requests for whose turn a check waits, in addition to a minute for the responses. */
const awaitedRequests = 30
const longestCheckMs = 5 * 60_000

function computeTimeoutMs({ options }: ConnectionRow): number {
  const perMinute = 'requests_per_minute' in options ? options.requests_per_minute : awaitedRequests
  return Math.min(Math.ceil(60_000 * (1 + awaitedRequests / perMinute)), longestCheckMs)
}

/**
 * Checks a connection and stores the result, which reports a timeout if the check takes longer than `limitMs`. Throws
 * `not_found`, and `conflict` if the connection only sends events or its secret cannot be read.
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
  const timeoutMs = Math.min(computeTimeoutMs(row), limitMs)
  const signal = AbortSignal.timeout(timeoutMs)
  let steps: readonly CheckStep[]
  try {
    const check = async (connectorCtx: ConnectorContext) =>
      (await connectors[row.kind]?.check(connectorCtx, connection)) ?? []
    steps = await askConnection(ctx, connection, signal, check)
  } catch (error) {
    steps = [signal.aborted ? toTimeoutStep(timeoutMs) : toFailedStep(error)]
  }
  const result = { checked_at: new Date().toISOString(), steps }
  await ctx.db.update(connections).set({ checkResult: result }).where(eq(connections.id, id))
  return result
}

/** Calls `ask` with the client of a connection; rejects when the signal aborts. */
export async function askConnection<Answer>(
  ctx: Context,
  connection: OpenConnection,
  signal: AbortSignal,
  ask: (connectorCtx: ConnectorContext) => Promise<Answer>,
): Promise<Answer> {
  const outgoing = openClient(ctx.db, connection)
  try {
    // A check may wait for something that ignores the signal, such as the database.
    const aborted = Promise.withResolvers<never>()
    signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true })
    const answer = ask({ ...ctx, outgoing, signal, remarks: noRemarks, count: () => {} })
    return await Promise.race([answer, aborted.promise])
  } finally {
    await outgoing.close()
  }
}

function toTimeoutStep(ms: number): CheckStep {
  const message = `The check took more than ${Math.round(ms / 1000)} seconds.`
  const advice = 'Check that nothing between the two systems delays requests, or allow more requests a minute.'
  return { name: 'Time', status: 'failed', message, advice }
}

function toFailedStep(error: unknown): CheckStep {
  if (!(error instanceof OutgoingError || isAppError(error))) throw error
  const advice = 'Check the URL, and that this machine may reach it.'
  return { name: 'URL', status: 'failed', message: error.message, advice }
}
