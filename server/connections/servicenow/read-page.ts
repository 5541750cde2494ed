import { OutgoingError } from '#server/platform/outgoing/outgoing.ts'
import { listFilterFields, parseEncodedQuery, rowFits } from './encoded-query.ts'
import { ServiceNowError } from './servicenow-error.ts'
import type { Page, TableApi } from './table-api.ts'

export type TableSource = { readonly table: string; readonly filter: string; readonly fields: readonly string[] }
type PageRequest = { readonly query: string; readonly offset: number; readonly limit: number }

/**
 * Reads a page and checks its rows against the filter. If the instance cuts the response, fewer rows are requested.
 * Returns the accepted limit and the query that was sent.
 */
export async function readPage(
  api: TableApi,
  source: TableSource,
  pageRequest: PageRequest,
): Promise<{ page: Page; limit: number; query: string }> {
  const { table, filter } = source
  const fields = [...new Set([...source.fields, ...listFilterFields(filter)])]
  const query = pageRequest.query.replace(/^\^/, '')
  for (let { limit, offset } = pageRequest; ; limit = Math.floor(limit / 2)) {
    try {
      const page = await api.list(table, { query, fields, limit, offset })
      assertFits(source, page)
      return { page, limit, query }
    } catch (error) {
      const isCut =
        (error instanceof ServiceNowError && error.reason === 'cut') ||
        (error instanceof OutgoingError && error.reason === 'too_large')
      if (!isCut || limit === 1) throw error
    }
  }
}

/** Throws if a row does not match the filter: an instance ignores conditions on fields that it does not know. */
function assertFits({ table, filter }: TableSource, { rows }: Page): void {
  if (filter === '' || rows.length === 0) return
  const advice = 'Correct the filter, or let the account read the field'
  const unread = listFilterFields(filter).find((field) => rows.every((row) => !(field in row)))
  if (unread !== undefined) {
    const message = `The filter of ${table} names ${unread}, which does not exist or is hidden from the account.`
    throw new ServiceNowError('filter', `${message} ${advice}.`)
  }
  const query = parseEncodedQuery(filter)
  const misfit = rows.find((row) => !rowFits(row, query))
  if (!misfit) return
  const name = String(misfit.number ?? misfit.sys_id)
  throw new ServiceNowError(
    'filter',
    `ServiceNow returned ${name} of ${table}, which its filter leaves out. ${advice}.`,
  )
}
