import { asc } from 'drizzle-orm'
import { auditActions } from '#lib/actions/policy-actions.ts'
import type { Finding } from '#lib/domain/audits/reconciliation.ts'
import { askConnection } from '#server/connections/check-connection.ts'
import { assertRuns } from '#server/connections/commands.ts'
import { type ConnectionRow, openConnection } from '#server/connections/find-connection.ts'
import { type CountedPeriod, countChanges, readsChanges } from '#server/connections/servicenow/count-changes.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { AppError, isAppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { log } from '#server/platform/log/log.ts'
import { OutgoingError } from '#server/platform/outgoing/outgoing.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { auditCounts } from '#server/schema/audits.ts'
import { connections } from '#server/schema/connections.ts'
import { selectMembers, toTimes } from './population.ts'
import { getAuditWithState } from './queries.ts'

/** Milliseconds for a count that somebody waits for, less than a response may take. */
const longestCountMs = 40_000

/** Lists the connections that read changes, by name. */
export async function listChangeSources(db: Queryable): Promise<ConnectionRow[]> {
  const rows = await db.select().from(connections).orderBy(asc(connections.name))
  return rows.filter(readsChanges)
}

/**
 * Asks each connection that reads changes for its count in the period of an audit, and stores the answers, failures
 * included. Throws `not_found`, and `conflict` if no connection reads changes.
 */
export async function storeSourceCounts(ctx: Context, id: string, limitMs = longestCountMs): Promise<void> {
  const audit = await getAuditWithState(ctx, id)
  const rows = await listChangeSources(ctx.db)
  if (rows.length === 0) throw new AppError('conflict', 'No connection reads changes, so there is no source to ask.')
  const period = { ...toTimes(ctx, audit), expected: selectMembers(id) }
  const answers = await Promise.all(rows.map((row) => askOne(ctx, row, period, limitMs)))
  const countedAt = new Date().toISOString()
  await inTransaction(ctx, async (tx) => {
    for (const { row, findings, error } of answers) {
      const { id: connectionId, name: connection } = row
      const count = { id: newId('cnt', new Date()), auditId: id, connectionId, connection, findings, error }
      await tx.db.insert(auditCounts).values({ ...count, countedAt, countedBy: ctx.actor.name })
      const finding = findings.find(({ kind }) => kind === 'counted')
      await recordEvent(tx, auditActions.counted, id, {
        connection_id: { from: null, to: connectionId },
        source_count: { from: null, to: finding?.count ?? null },
        ...(finding && { query: { from: null, to: finding.query } }),
        ...(error !== null && { error: { from: null, to: error } }),
      })
    }
  })
}

type CountedConnection = {
  readonly row: ConnectionRow
  readonly findings: readonly Finding[]
  readonly error: string | null
}

async function askOne(
  ctx: Context,
  row: ConnectionRow,
  period: CountedPeriod,
  limitMs: number,
): Promise<CountedConnection> {
  const signal = AbortSignal.timeout(limitMs)
  try {
    assertRuns(row)
    const connection = openConnection(row)
    const findings = await askConnection(ctx, connection, signal, (connectionCtx) =>
      countChanges(connectionCtx, connection, period),
    )
    return { row, findings, error: null }
  } catch (error) {
    return { row, findings: [], error: signal.aborted ? describeTimeout(limitMs) : describe(error, row) }
  }
}

const describeTimeout = (ms: number) =>
  `It took more than ${Math.round(ms / 1000)} seconds. Make audits of shorter periods.`

function describe(error: unknown, { name }: ConnectionRow): string {
  if (error instanceof OutgoingError || isAppError(error)) return error.message
  log.error({ err: error, connection: name }, 'source not counted')
  return 'An unexpected error stopped it; the log of the service has it.'
}
