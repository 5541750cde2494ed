import { ServiceNowError } from './service-now-error.ts'
import type { TableApi } from './table-api.ts'
import { parseMoment, queryTime } from './times.ts'

/** A row by which the zone of queries is found: its identifier and when it was updated, or another time of it. */
export type TimedRow = { readonly id: string; readonly time: string }

const quarter = 15 * 60_000
/** Zones are from 12 hours behind UTC to 14 hours ahead of it. */
const leastOffset = -48
const mostOffset = 56

/**
 * The offset from UTC that the instance adds when it reads the times of queries, in milliseconds; 0 for an account in
 * GMT. In the hour that is repeated in autumn, it is one by which a query begins before the row. Undefined if the row has changed meanwhile.
 */
export async function measureQueryTimeOffset(
  api: TableApi,
  table: string,
  row: TimedRow,
  likely = 0,
  column = 'sys_updated_on',
): Promise<number | undefined> {
  const matches = async (operator: '=' | '>=', offset: number) => {
    const query = `sys_id=${row.id}^${column}${operator}${queryTime(row.time, offset)}`
    const { rows } = await api.list(table, { query, fields: ['sys_id'], limit: 1 })
    return rows.length > 0
  }
  if (await matches('=', likely)) return likely
  const fresh = await api.get(table, row.id, [column])
  if (fresh?.[column] !== row.time) return undefined
  let met = leastOffset
  let unmet = mostOffset + 1
  while (unmet - met > 1) {
    const middle = Math.floor((met + unmet) / 2)
    if (await matches('>=', middle * quarter)) met = middle
    else unmet = middle
  }
  // No query names a time of the hour that is repeated in autumn: this one names the nearest before it.
  if (met > leastOffset || (await matches('=', met * quarter))) return met * quarter
  const advice = 'Give the account of the connection the time zone GMT'
  throw new ServiceNowError('failed', `ServiceNow reads the times of queries in a zone that is not clear. ${advice}.`)
}

/** The newest row of a table that the account may read. */
export async function findNewestRow(api: TableApi, table: string): Promise<TimedRow | undefined> {
  const request = { query: 'ORDERBYDESCsys_updated_on', fields: ['sys_id', 'sys_updated_on'], limit: 50 }
  const [row] = (await api.list(table, request)).rows
  return row && timedRow(row)
}

export function timedRow({ sys_id: id, sys_updated_on: time }: Readonly<Record<string, unknown>>): TimedRow {
  if (typeof id === 'string' && typeof time === 'string' && !Number.isNaN(parseMoment(time))) return { id, time }
  const advice = 'Give the account the right to read these fields'
  throw new ServiceNowError('rights', `ServiceNow returns records without sys_id or sys_updated_on. ${advice}.`)
}
