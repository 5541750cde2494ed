import { connectionRecords } from '#server/schema/connections.ts'
import { type Attempt, NotYetWritten, saveResult, send } from './attempt.ts'

type Creation = {
  readonly table: string
  /** The name of the record in Hindsight; it stops the reader from importing the record. */
  readonly entity: 'improvement' | 'lesson'
  readonly values: Readonly<Record<string, string>>
  /** Finds the record again: a query, and fields that may contain our identifier, some of which may not be stored. */
  readonly search: { readonly query: string; readonly fields: readonly string[] }
}

/** Maximum records that are searched for ours, newest first. */
const maxRows = 100

/**
 * Creates the remote counterpart of a local record and returns its sys_id. An existing record with our identifier is
 * reused, as the response of an earlier request may have been lost.
 */
export async function createOnce(attempt: Attempt, { table, entity, values, search }: Creation): Promise<string> {
  const { api, row, result } = attempt
  const { rows } = await api.list(table, {
    query: `${search.query}^ORDERBYDESCsys_created_on`,
    fields: ['sys_id', ...search.fields],
    limit: maxRows,
  })
  // A query with a field that the instance does not know returns any rows.
  const existing = rows.find((one) => search.fields.some((field) => String(one[field] ?? '').includes(row.key)))
  if (existing) return linkRecord(attempt, { table, entity }, String(existing.sys_id))
  if (result.isCreating && attempt.isRepeated)
    throw new NotYetWritten(`A record of ${table} was requested and is missing.`)
  await saveResult(attempt, { isCreating: true })
  const created = await send(() => api.create(table, values))
  return linkRecord(attempt, { table, entity }, String(created.sys_id))
}

async function linkRecord(
  attempt: Attempt,
  { table: stream, entity }: Pick<Creation, 'table' | 'entity'>,
  remoteId: string,
): Promise<string> {
  const { ctx, connection, row } = attempt
  const { key } = row
  const columns = connectionRecords
  await ctx.db
    .insert(connectionRecords)
    .values({ connectionId: connection.id, stream, remoteId, entity, key, readAt: ctx.now.toISOString() })
    .onConflictDoUpdate({ target: [columns.connectionId, columns.stream, columns.remoteId], set: { entity, key } })
  const { isCreating: _, ...result } = attempt.result
  attempt.result = result
  await saveResult(attempt, {})
  return remoteId
}
