import { getSysId, type TableApi } from './table-api.ts'
import { splitIntoChunks } from './table-plan.ts'

type DeletedRows = { readonly deleted: readonly string[]; readonly unreadable: number }

/** Finds the deleted records among `ids`; `unreadable` counts all that cannot be read, including the deleted ones. */
export async function findDeleted(api: TableApi, table: string, ids: readonly string[]): Promise<DeletedRows> {
  const deleted: string[] = []
  let unreadable = 0
  for (const some of splitIntoChunks(ids)) {
    const result = await findInQuery(api, table, some)
    deleted.push(...result.deleted)
    unreadable += result.unreadable
  }
  return { deleted, unreadable }
}

/**
 * Finds the deleted records among the identifiers of one query. The total of a page also counts hidden rows: if some
 * rows are deleted and others hidden, each half is queried separately.
 */
async function findInQuery(api: TableApi, table: string, ids: readonly string[]): Promise<DeletedRows> {
  const { rows, total } = await api.list(table, {
    query: `sys_idIN${ids.join(',')}`,
    fields: ['sys_id'],
    limit: ids.length,
  })
  const readable = new Set(rows.map(getSysId))
  const missing = ids.filter((id) => !readable.has(id))
  const hidden = total === undefined ? missing.length : total - rows.length
  if (hidden <= 0) return { deleted: missing, unreadable: missing.length }
  if (hidden >= missing.length) return { deleted: [], unreadable: missing.length }
  const middle = Math.ceil(missing.length / 2)
  const halves = [missing.slice(0, middle), missing.slice(middle)]
  const deleted: string[] = []
  for (const half of halves) deleted.push(...(await findInQuery(api, table, half)).deleted)
  return { deleted, unreadable: missing.length }
}
