import { compileQuery, orderRows } from './encoded-query.ts'
import {
  isKnownField,
  isTimeField,
  journalFields,
  parseMoment,
  readCell,
  stateValues,
  type Table,
  type TableRow,
  type Tables,
  wallTime,
} from './tables.ts'
import type { Traps } from './traps.ts'

type RowsPage = { body: string; total: number; link: string }

type TableRead = { tables: Tables; table: Table; traps: Traps; params: URLSearchParams }

/** A page of a table: query, order and limit first, then the rights of the account. */
export function readRows(reading: TableRead, url: string): RowsPage {
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
  return {
    body: JSON.stringify({ result: readable.map((row) => present(reading, row)) }),
    total: found.length,
    link: offset + limit < found.length ? nextPage(url, offset + limit) : '',
  }
}

/**
 * A row as the parameters ask for it, without the fields that the account may not read and those that do not exist, and
 * without the links of references, which Hindsight always excludes.
 */
export function present({ tables, table, traps, params }: TableRead, row: TableRow): Record<string, unknown> {
  const wanted = params.get('sysparm_fields')?.split(',') ?? [...table.schema.fields]
  const isShown = params.get('sysparm_display_value') === 'all'
  const fields = wanted.filter((field) => isKnownField(tables, table, field) && !traps.hiddenFields.includes(field))
  return Object.fromEntries(
    fields.map((field) => {
      const value = readCell(tables, table, row, field)
      return [field, isShown ? { display_value: displayValue(tables, table, row, field, traps), value } : value]
    }),
  )
}

function nextPage(url: string, offset: number): string {
  const page = new URL(url)
  page.searchParams.set('sysparm_offset', String(offset))
  return `<${page.href}>;rel="next"`
}

/** Labels of the states of a change, in the order of their values. */
const stateLabels: Readonly<Record<Traps['language'], readonly string[]>> = {
  en: ['New', 'Assess', 'Authorize', 'Scheduled', 'Implement', 'Review', 'Closed', 'Canceled'],
  de: ['Neu', 'Bewerten', 'Autorisieren', 'Geplant', 'Implementieren', 'Überprüfen', 'Geschlossen', 'Abgebrochen'],
}

/** The value of a field as the account's user sees it, in their zone and language. */
function displayValue(tables: Tables, table: Table, row: TableRow, path: string, traps: Traps): string {
  const raw = readCell(tables, table, row, path)
  const field = path.slice(path.lastIndexOf('.') + 1)
  if (journalFields.has(field)) return joinNotes(tables, row, field)
  if (raw === '') return ''
  if (isTimeField(field)) return displayTime(raw, traps)
  if (field === 'state' && table.name === 'change_request')
    return stateLabels[traps.language][stateValues.indexOf(raw)] ?? raw
  if (path.includes('.')) return raw
  const target = tables[table.schema.references[path] ?? '']
  return target?.rows.get(raw)?.[target.schema.display] ?? raw
}

function displayTime(raw: string, { zone, language }: Traps): string {
  const text = wallTime(parseMoment(raw), zone)
  const [day = '', time = ''] = text.split(' ')
  return language === 'en' ? text : `${day.split('-').toReversed().join('.')} ${time}`
}

function joinNotes({ sys_journal_field: journal }: Tables, row: TableRow, element: string): string {
  const entries = [...(journal?.rows.values() ?? [])].filter(
    (entry) => entry.element_id === row.sys_id && entry.element === element,
  )
  return entries.map(({ value }) => `${value}\n\n`).join('')
}
