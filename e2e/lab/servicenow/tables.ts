import { createHash } from 'node:crypto'
import { tzOffset } from '@date-fns/tz'
import type { Random } from '#server/demo/random.ts'

/** A record: raw values by field, as the database of ServiceNow has them. */
export type TableRow = Readonly<Record<string, string>>

type TableSchema = {
  readonly fields: ReadonlySet<string>
  /** The table that a reference field points to. */
  readonly references: Readonly<Record<string, string>>
}

const system = 'sys_id sys_created_on sys_created_by sys_updated_on sys_updated_by sys_mod_count'
const task = `
  number short_description description state active priority impact urgency opened_at opened_by assigned_to
  assignment_group cmdb_ci business_service closed_at closed_by close_code close_notes correlation_id
  correlation_display work_notes comments work_start work_end sys_class_name parent approval approval_set`
const taskReferences = {
  opened_by: 'sys_user',
  assigned_to: 'sys_user',
  closed_by: 'sys_user',
  requested_by: 'sys_user',
  chg_model: 'named',
  std_change_producer_version: 'std_change_producer_version',
  assignment_group: 'sys_user_group',
  cmdb_ci: 'cmdb_ci_service',
  business_service: 'cmdb_ci_service',
}

/** `fields` are their names, separated by white space. */
const define = (fields: string, references: Readonly<Record<string, string>> = {}) => ({
  fields: new Set(`${system} ${fields}`.split(/\s+/)),
  references,
})

/** The tables of the instance, with the fields that are of interest here. */
const schemas: Readonly<Record<string, TableSchema>> = {
  change_request: define(
    `${task} type risk requested_by start_date end_date implementation_plan backout_plan test_plan
    risk_impact_analysis justification unauthorized review_status review_date review_comments chg_model
    std_change_producer_version cab_recommendation u_review_status u_review_comments`,
    { ...taskReferences, parent: 'change_request' },
  ),
  change_task: define(`${task} change_request change_task_type`, {
    ...taskReferences,
    change_request: 'change_request',
  }),
  incident: define(`${task} incident_state resolved_at caused_by rfc problem_id category subcategory`, {
    ...taskReferences,
    caused_by: 'change_request',
    rfc: 'change_request',
    problem_id: 'problem',
  }),
  problem: define(`${task} problem_state rfc`, { ...taskReferences, rfc: 'change_request' }),
  problem_task: define(`${task} problem`, { ...taskReferences, problem: 'problem' }),
  sysapproval_approver: define('sysapproval approver state', { approver: 'sys_user' }),
  sys_user: define('user_name name first_name last_name email title location employee_number active photo time_zone', {
    location: 'named',
  }),
  /** Stands for tables of which only the name is read. */
  named: define('name'),
  std_change_producer_version: define('std_change_producer', { std_change_producer: 'named' }),
  sys_user_group: define('name'),
  cmdb_ci_service: define('name number short_description service_classification sys_class_name'),
  kb_category: define('label'),
  kb_knowledge: define(
    `number short_description text wiki article_type workflow_state author published kb_category
    kb_knowledge_base meta`,
    { author: 'sys_user', kb_category: 'kb_category' },
  ),
  sys_journal_field: define('element element_id name value'),
}

/** The states of a change, in the order in which it goes through them. */
export const stateValues: readonly string[] = ['-5', '-4', '-3', '-2', '-1', '0', '3', '4']

/** Fields that collect notes: what is written becomes an entry of `sys_journal_field`. */
export const journalFields: ReadonlySet<string> = new Set(['work_notes', 'comments'])

export const integerFields: ReadonlySet<string> = new Set(
  'state problem_state incident_state priority impact urgency risk sys_mod_count'.split(' '),
)

export const isTimeField = (field: string) =>
  /(_on|_at|_set|^work_start|^work_end|^start_date|^end_date)$/.test(field.slice(field.lastIndexOf('.') + 1))

export type Table = {
  readonly name: string
  readonly schema: TableSchema
  readonly rows: Map<string, TableRow>
  /** Rows that the account may not read. */
  readonly hidden: Set<string>
  /** All rows by `sys_updated_on` and `sys_id`. */
  inOrderOfUpdate: () => readonly TableRow[]
  /** Must be called after each write of a record. */
  touch: (id: string) => void
}

export type Tables = Readonly<Record<string, Table>>

export const createTables = (): Tables =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, createTable(name, schema)]))

function createTable(name: string, schema: TableSchema): Table {
  const rows = new Map<string, TableRow>()
  const touched = new Set<string>()
  let ordered: TableRow[] = []
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
      ordered = others.concat(written).toSorted(byUpdate)
      return ordered
    },
    touch: (id) => touched.add(id),
  }
}

export const compareText = (left = '', right = '') => (left < right ? -1 : left > right ? 1 : 0)

const byUpdate = (left: TableRow, right: TableRow) =>
  compareText(left.sys_updated_on, right.sys_updated_on) || compareText(left.sys_id, right.sys_id)

/** The value of a field, or of a field of the record that a reference names: `assigned_to.email`. */
export function readCell(tables: Tables, table: Table, row: TableRow, path: string): string {
  const dot = path.indexOf('.')
  if (dot < 0) return row[path] ?? ''
  const field = path.slice(0, dot)
  const target = tables[table.schema.references[field] ?? '']
  const found = target?.rows.get(row[field] ?? '')
  return target && found ? readCell(tables, target, found, path.slice(dot + 1)) : ''
}

/** True if a path names a field that exists. */
export function isKnownField(tables: Tables, table: Table, path: string): boolean {
  const dot = path.indexOf('.')
  if (dot < 0) return table.schema.fields.has(path)
  const target = tables[table.schema.references[path.slice(0, dot)] ?? '']
  return target !== undefined && isKnownField(tables, target, path.slice(dot + 1))
}

/** The identifier of the nth record of a table; neighbours are far from each other. */
export const makeSysId = (table: string, index: number) => createHash('md5').update(`${table} ${index}`).digest('hex')

type RowWrite = { table: Table; row: TableRow; by: string; at: number }

/**
 * Inserts a record, or updates the one of that `sys_id`, and stamps it as an instance does: a write that changes
 * nothing does not count. Returns its `sys_id`.
 */
export function writeRow(tables: Tables, { table, row, by, at }: RowWrite): string {
  const time = wallTime(at)
  const id = row.sys_id ?? makeSysId(table.name, table.rows.size)
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

/** A moment as ServiceNow writes it: `2026-03-01 08:15:00`, in UTC unless a zone is named. */
export const wallTime = (at: number, zone = 'UTC') =>
  new Date(at + getOffset(zone, at)).toISOString().slice(0, 19).replace('T', ' ')

/** Parses a wall time, which begins with a day. */
export function parseMoment(text: string, zone = 'UTC'): number {
  const wall = Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19) || '00:00:00'}Z`)
  const first = wall - getOffset(zone, wall)
  return wall - getOffset(zone, first)
}

const getOffset = (zone: string, at: number) => (zone === 'UTC' ? 0 : tzOffset(zone, new Date(at)) * 60_000)
