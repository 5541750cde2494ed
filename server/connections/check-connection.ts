import { eq } from 'drizzle-orm'
import type { CheckResult, CheckStep } from '#lib/contracts/connection-values.ts'
import { isAppError } from '#server/platform/errors.ts'
import { OutgoingError } from '#server/platform/outgoing/outgoing.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { connections } from '#server/schema/connections.ts'
import { assertRuns } from './commands.ts'
import { openClient } from './connection-client.ts'
import { getConnectionRow, openConnection } from './find-connection.ts'
import type { Connectors } from './run-connections.ts'

const maxCheckMs = 60_000

/** Checks a connection and stores the result. Throws `not_found`, and `conflict` if it is off or only sends events. */
export async function checkConnection(ctx: Context, id: string, connectors: Connectors): Promise<CheckResult> {
  const row = await getConnectionRow(ctx.db, id)
  assertRuns({ ...row, isEnabled: true })
  const connection = openConnection(row)
  const outgoing = openClient(ctx.db, connection)
  const signal = AbortSignal.timeout(maxCheckMs)
  let steps: readonly CheckStep[]
  try {
    steps = (await connectors[row.kind]?.check({ ...ctx, outgoing, signal, count: () => {} }, connection)) ?? []
  } catch (error) {
    steps = [describe(error, signal.aborted)]
  } finally {
    await outgoing.close()
  }
  const result = { checked_at: new Date().toISOString(), steps }
  await ctx.db.update(connections).set({ checkResult: result }).where(eq(connections.id, id))
  return result
}

function describe(error: unknown, isLate: boolean): CheckStep {
  if (isLate) {
    const advice = 'Check that nothing between the two systems delays requests, and try again.'
    return { name: 'Time', status: 'failed', message: `The check took more than ${maxCheckMs / 1000} seconds.`, advice }
  }
  if (!(error instanceof OutgoingError || isAppError(error))) throw error
  const advice = 'Check the address, and that this machine may reach it.'
  return { name: 'Address', status: 'failed', message: error.message, advice }
}
