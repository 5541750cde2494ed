import { narrowFilter } from './encoded-query.ts'
import {
  findNewestRow,
  formatStoredTime,
  measureQueryTimeOffset,
  type TimedRow,
  toQueryTime,
  toTimedRow,
} from './query-time-offset.ts'
import { readPage } from './read-page.ts'
import type { Page, RemoteRow, TableApi } from './table-api.ts'

/** The offset that the instance applies to times in queries, once measured; shared by the tables of a run. */
export type QueryTimeOffset = { offsetMs: number }

export type PageRequest = {
  readonly table: string
  readonly filter: string
  readonly fields: readonly string[]
  readonly pageSize: number
  /** Rows from which reading may continue, last one first. It starts after the first of them that is unchanged. */
  readonly after: readonly TimedRow[]
}

export type ReadPage = {
  /** The query that returned the rows. */
  readonly query: string
  readonly rows: readonly RemoteRow[]
  /** The last row after which a later run may continue; undefined if all rows are too new. */
  readonly settled: TimedRow | undefined
  /** Number of remaining rows, including those that the account may not read. */
  readonly total: number | undefined
}

/** Milliseconds by the instance's clock until a row is settled: others of the same time are visible by then. */
const restMs = 60_000
/** Pages after which a limit that was halved is doubled again. */
const pagesToGrow = 5

/**
 * Reads the rows of a table in the order of their update, including rows that are written meanwhile. Each page starts
 * at the last row of the previous one; if that row does not come again, it was changed or the instance reads times in
 * another zone. Returns the time up to which the rows are settled.
 */
export async function* readPages(
  api: TableApi,
  request: PageRequest,
  zone: QueryTimeOffset,
): AsyncGenerator<ReadPage, string> {
  const [first, ...candidates] = request.after
  let boundary = first
  let earlier = candidates
  let isChecked = false
  let limit = request.pageSize
  let offset = 0
  let uncut = 0
  for (;;) {
    const query = narrowFilter(request.filter, buildConditions(boundary, zone))
    const pageRequest = { query: `${query}^ORDERBYsys_updated_on^ORDERBYsys_id`, offset, limit }
    const { page, limit: accepted, query: sent } = await readPage(api, request, pageRequest)
    uncut = accepted < limit ? 0 : uncut + 1
    limit = uncut < pagesToGrow ? accepted : Math.min(accepted * 2, request.pageSize)
    if (limit > accepted) uncut = 0
    if (boundary && !isChecked && offset === 0 && !hasRow(page, boundary)) {
      const offsetMs = await measureQueryTimeOffset(api, request.table, boundary, zone.offsetMs)
      const [next] = earlier
      if (offsetMs === undefined && next) [boundary, earlier] = [next, earlier.slice(1)]
      else {
        // Every candidate was changed or deleted, or the filter no longer matches this one.
        isChecked = offsetMs === undefined || offsetMs === zone.offsetMs
        zone.offsetMs = offsetMs ?? (await measureByNewest(api, request.table, zone))
      }
      continue
    }
    const rows = page.rows.filter((row) => isAfter(toTimedRow(row), boundary))
    const last = rows.at(-1)
    const rest = formatStoredTime(page.at.getTime() - restMs)
    const settled = rows.findLast((row) => toTimedRow(row).time <= rest)
    if (last) yield { query: sent, rows, settled: settled && toTimedRow(settled), total: page.total }
    if (!page.hasMore) return rest
    if (last) {
      boundary = toTimedRow(last)
      earlier = rows.slice(-20, -1).toReversed().map(toTimedRow)
      isChecked = false
      offset = 0
    } else {
      // The account may read none of these rows. Half a page is read again, as rows move up when rows before them
      // change.
      offset += Math.max(1, Math.floor(accepted / 2))
    }
  }
}

async function measureByNewest(api: TableApi, table: string, zone: QueryTimeOffset): Promise<number> {
  const newest = await findNewestRow(api, table)
  return (newest && (await measureQueryTimeOffset(api, table, newest, zone.offsetMs))) ?? zone.offsetMs
}

const hasRow = ({ rows }: Page, { id, time }: TimedRow) =>
  rows.some((row) => row.sys_id === id && row.sys_updated_on === time)

function isAfter({ id, time }: TimedRow, boundary: TimedRow | undefined): boolean {
  return boundary === undefined || time > boundary.time || (time === boundary.time && id > boundary.id)
}

function buildConditions(boundary: TimedRow | undefined, zone: QueryTimeOffset): readonly string[] {
  if (!boundary) return ['']
  const time = toQueryTime(boundary.time, zone.offsetMs)
  return [`sys_updated_on>${time}`, `sys_updated_on=${time}^sys_id>=${boundary.id}`]
}
