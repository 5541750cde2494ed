import { createHash } from 'node:crypto'
import type { Random } from '#server/demo/random.ts'
import { journalFields, type Row, schemas, type TableSchema } from './schema.ts'
import { wallTime } from './wall-time.ts'

export type Table = {
  readonly name: string
  readonly schema: TableSchema
  readonly rows: Map<string, Row>
  /** Rows that the account may not read. */
  readonly hidden: Set<string>
  /** All rows by `sys_updated_on` and `sys_id`. */
  inOrderOfUpdate: () => readonly Row[]
  /** Must be called after each write of a record. */
  touch: (id: string) => void
}

export type Tables = Readonly<Record<string, Table>>

export const createTables = (): Tables =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, createTable(name, schema)]))

function createTable(name: string, schema: TableSchema): Table {
  const rows = new Map<string, Row>()
  const touched = new Set<string>()
  let ordered: Row[] = []
  return {
    name,
    schema,
    rows,
    hidden: new Set<string>(),
    inOrderOfUpdate() {
      if (touched.size === 0) return ordered
      const others = ordered.filter(({ sys_id = '' }) => !touched.has(sys_id))
      const written = [...touched].map((id) => rows.get(id)).filter((row) => row !== undefined)
      touched.clear()
      ordered = others.concat(written).sort(byUpdate)
      return ordered
    },
    touch: (id) => touched.add(id),
  }
}

const compareText = (left = '', right = '') => (left < right ? -1 : left > right ? 1 : 0)

const byUpdate = (left: Row, right: Row) =>
  compareText(left.sys_updated_on, right.sys_updated_on) || compareText(left.sys_id, right.sys_id)

/** The value of a field, or of a field of the record that a reference names: `assigned_to.email`. */
export function cellOf(tables: Tables, table: Table, row: Row, path: string): string {
  const dot = path.indexOf('.')
  if (dot < 0) return row[path] ?? ''
  const field = path.slice(0, dot)
  const target = tables[table.schema.references[field] ?? '']
  const found = target?.rows.get(row[field] ?? '')
  return target && found ? cellOf(tables, target, found, path.slice(dot + 1)) : ''
}

/** Whether a path names a field that exists. */
export function isKnownField(tables: Tables, table: Table, path: string): boolean {
  const dot = path.indexOf('.')
  if (dot < 0) return table.schema.fields.has(path)
  const target = tables[table.schema.references[path.slice(0, dot)] ?? '']
  return target !== undefined && isKnownField(tables, target, path.slice(dot + 1))
}

/** The identifier of the nth record of a table; neighbours are far from each other. */
export const sysIdOf = (table: string, index: number) => createHash('md5').update(`${table} ${index}`).digest('hex')

type Write = { table: Table; row: Row; by: string; at: number }

/**
 * Inserts a record, or updates the one of that `sys_id`, and stamps it as an instance does: a write that changes nothing
 * does not count. Returns its `sys_id`.
 */
export function writeRow(tables: Tables, { table, row, by, at }: Write): string {
  const time = wallTime(at)
  const id = row.sys_id ?? sysIdOf(table.name, table.rows.size)
  const before = table.rows.get(id)
  if (before && Object.entries(row).every(([field, value]) => before[field] === value)) return id
  const count = before === undefined ? 0 : Number(before.sys_mod_count) + 1
  const fields = Object.fromEntries(Object.entries(row).filter(([field]) => !journalFields.has(field)))
  table.rows.set(id, {
    ...(before ?? { sys_created_on: time, sys_created_by: by }),
    ...fields,
    sys_id: id,
    sys_updated_on: time,
    sys_updated_by: by,
    sys_mod_count: String(count),
  })
  table.touch(id)
  const journal = tables.sys_journal_field
  for (const [element, value] of Object.entries(row)) {
    if (!journal || !journalFields.has(element) || value === '') continue
    writeRow(tables, { table: journal, row: { element, element_id: id, name: table.name, value }, by, at })
  }
  return id
}

/** Hides a share of the rows in runs, in the order in which they are read. */
export function hideRows(table: Table, random: Random, share: number, run: number): void {
  if (share === 0) return
  const rows = table.inOrderOfUpdate()
  for (let at = 0; at < rows.length; ) {
    const length = random.between(1, run)
    const isHidden = random.between(1, 100) <= share * 100
    for (const row of rows.slice(at, at + length)) if (isHidden && row.sys_id) table.hidden.add(row.sys_id)
    at += length
  }
}
