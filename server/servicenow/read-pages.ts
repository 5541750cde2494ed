import { OutgoingError } from '#server/platform/outgoing/outgoing.ts'
import { fieldsOfFilter, narrowFilter, parseQuery } from './encoded-query.ts'
import { findNewestRow, measureOffset, type TimedRow, timedRow } from './query-zone.ts'
import { rowFits } from './row-fits.ts'
import { ServiceNowError } from './service-now-error.ts'
import type { ForeignRow, Page, TableApi } from './table-api.ts'
import { queryTime, storedTime } from './times.ts'

/** What the instance adds to the times of queries, as far as it is known; shared by the tables of a run. */
export type QueryZone = { offsetMs: number }

export type PageRequest = {
  readonly table: string
  readonly filter: string
  readonly fields: readonly string[]
  readonly pageSize: number
  /** Rows from which reading continues, the last one first: it starts after the first of them that is unchanged. */
  readonly after: readonly TimedRow[]
}

export type ReadPage = {
  readonly rows: readonly ForeignRow[]
  /** The last row after which reading may continue another time; undefined if all of them are too new. */
  readonly settled: TimedRow | undefined
  /** Number of rows from here on, those included that the account may not read. */
  readonly total: number | undefined
}

/** By the instance's clock, rows are settled a minute after their update: by then others of the same time are visible. */
const restMs = 60_000

/**
 * Reads the rows of a table in the order of their update, and returns the time up to which they are settled. Each page
 * starts at the last row of the one before, which comes again: otherwise it was changed, or times are read in another
 * zone. Rows that are written meanwhile are read too.
 */
export async function* readPages(
  api: TableApi,
  request: PageRequest,
  zone: QueryZone,
): AsyncGenerator<ReadPage, string> {
  const [first, ...candidates] = request.after
  let boundary = first
  let earlier = candidates
  let isChecked = false
  let limit = request.pageSize
  let offset = 0
  for (;;) {
    const read = await readPage(api, request, { boundary, offset, limit, zone })
    const { page } = read
    limit = read.limit
    if (boundary && !isChecked && offset === 0 && !hasRow(page, boundary)) {
      const offsetMs = await measureOffset(api, request.table, boundary, zone.offsetMs)
      const [next] = earlier
      if (offsetMs === undefined && next) [boundary, earlier] = [next, earlier.slice(1)]
      else {
        // All of these rows are changed or gone, or the filter no longer matches this one.
        isChecked = offsetMs === undefined || offsetMs === zone.offsetMs
        zone.offsetMs = offsetMs ?? (await measureByNewest(api, request.table, zone))
      }
      continue
    }
    const rows = page.rows.filter((row) => isAfter(timedRow(row), boundary))
    const last = rows.at(-1)
    const rest = storedTime(page.at.getTime() - restMs)
    const settled = rows.findLast((row) => timedRow(row).time <= rest)
    if (last) yield { rows, settled: settled && timedRow(settled), total: page.total }
    if (!page.hasMore) return rest
    if (last) {
      boundary = timedRow(last)
      earlier = rows.slice(-20, -1).toReversed().map(timedRow)
      isChecked = false
      offset = 0
    } else {
      // The account may read none of them. Half a page is read again, as rows move up when others before them are changed.
      offset += Math.max(1, Math.floor(limit / 2))
    }
  }
}

async function measureByNewest(api: TableApi, table: string, zone: QueryZone): Promise<number> {
  const newest = await findNewestRow(api, table)
  return (newest && (await measureOffset(api, table, newest, zone.offsetMs))) ?? zone.offsetMs
}

const hasRow = ({ rows }: Page, { id, time }: TimedRow) =>
  rows.some((row) => row.sys_id === id && row.sys_updated_on === time)

function isAfter({ id, time }: TimedRow, boundary: TimedRow | undefined): boolean {
  return boundary === undefined || time > boundary.time || (time === boundary.time && id > boundary.id)
}

type Place = {
  readonly boundary: TimedRow | undefined
  readonly offset: number
  readonly limit: number
  readonly zone: QueryZone
}

/** Reads a page whose rows fit the filter, of fewer rows if the instance cuts it. */
async function readPage(api: TableApi, request: PageRequest, place: Place): Promise<{ page: Page; limit: number }> {
  const { table, filter } = request
  const fields = [...new Set([...request.fields, ...fieldsOfFilter(filter)])]
  const query = `${narrowFilter(filter, conditionsOf(place))}^ORDERBYsys_updated_on^ORDERBYsys_id`.replace(/^\^/, '')
  for (let { limit, offset } = place; ; limit = Math.floor(limit / 2)) {
    try {
      const page = await api.list(table, { query, fields, limit, offset })
      assertFits(request, page)
      return { page, limit }
    } catch (error) {
      const isCut =
        (error instanceof ServiceNowError && error.reason === 'cut') ||
        (error instanceof OutgoingError && error.reason === 'too_large')
      if (!isCut || limit === 1) throw error
    }
  }
}

function conditionsOf({ boundary, zone }: Place): readonly string[] {
  if (!boundary) return ['']
  const time = queryTime(boundary.time, zone.offsetMs)
  return [`sys_updated_on>${time}`, `sys_updated_on=${time}^sys_id>=${boundary.id}`]
}

/** An instance ignores conditions on fields that it does not know: then rows come that the filter leaves out. */
function assertFits({ table, filter }: PageRequest, { rows }: Page): void {
  if (filter === '' || rows.length === 0) return
  const advice = 'Correct the filter, or let the account read the field'
  const unread = fieldsOfFilter(filter).find((field) => rows.every((row) => !(field in row)))
  if (unread !== undefined) {
    const message = `The filter of ${table} names ${unread}, which does not exist there or is hidden from the account.`
    throw new ServiceNowError('filter', `${message} ${advice}.`)
  }
  const query = parseQuery(filter)
  const misfit = rows.find((row) => !rowFits(row, query))
  if (!misfit) return
  const name = String(misfit.number ?? misfit.sys_id)
  throw new ServiceNowError(
    'filter',
    `ServiceNow returned ${name} of ${table}, which its filter leaves out. ${advice}.`,
  )
}
