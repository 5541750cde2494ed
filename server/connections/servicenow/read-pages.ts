import { OutgoingError } from '#server/platform/outgoing/outgoing.ts'
import { listFilterFields, narrowFilter, parseEncodedQuery, rowFits } from './encoded-query.ts'
import { type Page, type RemoteRow, ServiceNowError, type TableApi } from './table-api.ts'

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

export type TableSource = { readonly table: string; readonly filter: string; readonly fields: readonly string[] }
type QueryPart = { readonly query: string; readonly offset: number; readonly limit: number }

/**
 * Reads a page and checks its rows against the filter. If the instance cuts the response, fewer rows are requested.
 * Returns the accepted limit and the query that was sent.
 */
export async function readPage(
  api: TableApi,
  source: TableSource,
  part: QueryPart,
): Promise<{ page: Page; limit: number; query: string }> {
  const { table, filter } = source
  const fields = [...new Set([...source.fields, ...listFilterFields(filter)])]
  const query = part.query.replace(/^\^/, '')
  for (let { limit, offset } = part; ; limit = Math.floor(limit / 2)) {
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

/** A row for measuring the zone of queries: its identifier and the time of its last update, or of another column. */
export type TimedRow = { readonly id: string; readonly time: string }

const quarter = 15 * 60_000
/** Range of zones in quarters of an hour: 12 hours behind UTC to 14 hours ahead. */
const leastOffset = -48
const mostOffset = 56

/**
 * Measures the offset from UTC that the instance applies to times in queries, in milliseconds; 0 for an account in GMT.
 * In the hour that is repeated in autumn, it is an offset with which a query begins before the row. Undefined if the
 * row was changed meanwhile.
 */
export async function measureQueryTimeOffset(
  api: TableApi,
  table: string,
  row: TimedRow,
  likely = 0,
  column = 'sys_updated_on',
): Promise<number | undefined> {
  const matches = async (operator: '=' | '>=', offset: number) => {
    const query = `sys_id=${row.id}^${column}${operator}${toQueryTime(row.time, offset)}`
    const { rows } = await api.list(table, { query, fields: ['sys_id'], limit: 1 })
    return rows.length > 0
  }
  if (await matches('=', likely)) return likely
  const fresh = await api.get(table, row.id, [column])
  if (fresh?.[column] !== row.time) return undefined
  let highestMet = leastOffset
  let lowestUnmet = mostOffset + 1
  while (lowestUnmet - highestMet > 1) {
    const middle = Math.floor((highestMet + lowestUnmet) / 2)
    if (await matches('>=', middle * quarter)) highestMet = middle
    else lowestUnmet = middle
  }
  // No query can name a time in the hour that is repeated in autumn: this offset names the nearest time before it.
  if (highestMet > leastOffset || (await matches('=', highestMet * quarter))) return highestMet * quarter
  const advice = 'Give the account of the connection the time zone GMT'
  throw new ServiceNowError('failed', `ServiceNow reads the times of queries in a zone that is not clear. ${advice}.`)
}

/** Finds the newest row of a table that the account may read. */
export async function findNewestRow(api: TableApi, table: string): Promise<TimedRow | undefined> {
  const request = { query: 'ORDERBYDESCsys_updated_on', fields: ['sys_id', 'sys_updated_on'], limit: 50 }
  const [row] = (await api.list(table, request)).rows
  return row && toTimedRow(row)
}

function toTimedRow({ sys_id: id, sys_updated_on: time }: Readonly<Record<string, unknown>>): TimedRow {
  if (typeof id === 'string' && typeof time === 'string' && !Number.isNaN(parseStoredTime(time))) return { id, time }
  const advice = 'Give the account the right to read these fields'
  throw new ServiceNowError('rights', `ServiceNow returns records without sys_id or sys_updated_on. ${advice}.`)
}

/** Formats a time as ServiceNow stores it, `2026-03-01 08:15:00` in UTC. */
export const formatStoredTime = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ')

/** Parses a stored time to milliseconds since 1970; NaN for any other text. */
export const parseStoredTime = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`)

/** Converts a stored time to the time in a query, for the zone in which the instance reads queries. */
export const toQueryTime = (stored: string, offsetMs: number): string =>
  offsetMs === 0 ? stored : formatStoredTime(parseStoredTime(stored) + offsetMs)
