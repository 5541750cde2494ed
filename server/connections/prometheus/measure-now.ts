import { addReading, assertMayMeasure } from '#server/changes/measures.ts'
import { getChange, type VersionedChange } from '#server/changes/queries.ts'
import { askConnection } from '#server/connections/check-connection.ts'
import { openConnection } from '#server/connections/find-connection.ts'
import { TrackerError } from '#server/connections/trackers/tracker-client.ts'
import { AppError } from '#server/platform/errors.ts'
import { OutgoingError } from '#server/platform/outgoing/outgoing.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { findReader, nameSource, readQuery } from './prometheus.ts'

/** Less than the timeout of a response. */
const timeoutMs = 40_000

/**
 * Reads the measures of a change that name a query, as the caller does. Throws `not_found`, `forbidden`, and `conflict`
 * without a connection to Prometheus, or when it does not answer a query with one value; what was read before stays.
 */
export async function measureNow(ctx: Context, named: string): Promise<VersionedChange> {
  const change = await getChange(ctx, named)
  assertMayMeasure(ctx, change)
  const row = await findReader(ctx.db)
  if (!row) throw new AppError('conflict', 'No connection to a Prometheus is enabled. An administrator adds one.')
  const connection = openConnection(row)
  const source = nameSource(connection)
  let asked = ''
  try {
    await askConnection(ctx, connection, AbortSignal.timeout(timeoutMs), async (connectorCtx) => {
      for (const { id, name, query } of change.measures) {
        if (query === null) continue
        asked = name
        const value = await readQuery(connectorCtx, connection, query)
        await addReading(ctx, { number: change.number, id }, { value, source })
      }
    })
  } catch (error) {
    if (error instanceof OutgoingError || error instanceof TrackerError)
      throw new AppError('conflict', `${asked}: ${error.message}`)
    throw error
  }
  return getChange(ctx, named)
}
