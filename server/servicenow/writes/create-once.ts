import { connectionRecords } from '#server/schema/connections.ts'
import { queryValue } from '../table-api.ts'
import { type Attempt, NotYet, remember, send } from './attempt.ts'

type Creation = {
  readonly table: string
  readonly values: Readonly<Record<string, string>>
  /** The field that our identifier is in, and the operator that finds it. */
  readonly marker: { readonly field: string; readonly operator: '=' | 'LIKE' }
}

/**
 * Creates the record that stands there for one of ours, and returns its sys_id. A record with our identifier is not
 * created again: the response of an earlier request may have been lost.
 */
export async function createOnce(attempt: Attempt, { table, values, marker }: Creation): Promise<string> {
  const { api, row, result } = attempt
  const { field, operator } = marker
  const { rows } = await api.list(table, {
    query: `${field}${operator}${queryValue(row.key)}^ORDERBYsys_created_on`,
    fields: ['sys_id', field],
    limit: 10,
  })
  // A query with a field that the instance does not know returns any rows.
  const found = rows.find((candidate) => String(candidate[field] ?? '').includes(row.key))
  if (found) return connect(attempt, table, String(found.sys_id))
  if (result.isCreating && attempt.isRepeated) throw new NotYet(`A record of ${table} was requested and is not there.`)
  await remember(attempt, { isCreating: true })
  const created = await send(() => api.create(table, values))
  return connect(attempt, table, String(created.sys_id))
}

async function connect(attempt: Attempt, stream: string, foreignId: string): Promise<string> {
  const { ctx, connection, row } = attempt
  await ctx.db
    .insert(connectionRecords)
    .values({
      ...{ connectionId: connection.id, stream, foreignId, entity: row.entity, key: row.key },
      readAt: ctx.now.toISOString(),
    })
    .onConflictDoNothing()
  const { isCreating: _, ...result } = attempt.result
  attempt.result = result
  await remember(attempt, {})
  return foreignId
}
