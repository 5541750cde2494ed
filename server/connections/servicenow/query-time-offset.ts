import { ServiceNowError } from './servicenow-error.ts'
import type { TableApi } from './table-api.ts'

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

export function toTimedRow({ sys_id: id, sys_updated_on: time }: Readonly<Record<string, unknown>>): TimedRow {
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
