import { compileQuery, orderRows } from './encoded-query.ts'
import { isKnownField, parseMoment, readCell, type Table, type TableRow, type Tables, wallTime } from './tables.ts'
import type { Traps } from './traps.ts'

type TableRead = { tables: Tables; table: Table; traps: Traps; params: URLSearchParams }

/** A page of a table: query, order and limit first, then the rights of the account. */
export function readRows(reading: TableRead): { readonly body: string; readonly total: number } {
  const { tables, table, traps, params } = reading
  const isKnown = (field: string) => isKnownField(tables, table, field)
  const { matches, order } = compileQuery(params.get('sysparm_query') ?? '', isKnown, traps)
  const value = (row: TableRow, field: string) => readCell(tables, table, row, field)
  const isByUpdate = order.map(({ field }) => field).join() === 'sys_updated_on,sys_id'
  const rows = isByUpdate ? table.inOrderOfUpdate() : [...table.rows.values()]
  const matching = rows.filter((row) => matches((field) => value(row, field)))
  const found =
    isByUpdate && !order.some(({ isDescending }) => isDescending) ? matching : orderRows(matching, order, value)
  const limit = Number(params.get('sysparm_limit') ?? 10_000)
  const offset = Number(params.get('sysparm_offset') ?? 0)
  const readable = found.slice(offset, offset + limit).filter(({ sys_id = '' }) => !table.hidden.has(sys_id))
  return { body: JSON.stringify({ result: readable.map((row) => present(reading, row)) }), total: found.length }
}

/**
 * A row as the parameters ask for it, without the fields that the account may not read and those that do not exist, and
 * without the links of references, which Hindsight always excludes. Of displayed values Hindsight reads only times, which
 * are in the zone of the account.
 */
export function present({ tables, table, traps, params }: TableRead, row: TableRow): Record<string, unknown> {
  const wanted = params.get('sysparm_fields')?.split(',') ?? [...table.schema.fields]
  const isShown = params.get('sysparm_display_value') === 'all'
  const fields = wanted.filter((field) => isKnownField(tables, table, field) && !traps.hiddenFields.includes(field))
  return Object.fromEntries(
    fields.map((field) => {
      const value = readCell(tables, table, row, field)
      return [field, isShown ? { display_value: displayTime(value, traps), value } : value]
    }),
  )
}

const displayTime = (raw: string, { zone }: Traps) => wallTime(parseMoment(raw), zone)
