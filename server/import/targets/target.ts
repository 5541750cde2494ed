import { getTableColumns, getTableName } from 'drizzle-orm'
import { PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import type { FieldSpecs } from './field-spec.ts'
import type { Notes } from './notes.ts'

/** The value of a column: an array for a list, an object for a document. */
export type StagedValue = string | number | boolean | null | readonly string[] | Readonly<Record<string, unknown>>

/** A column of the staging table that is not written to a record. */
export type StagedColumn = { readonly name: string; readonly type: string; readonly field: string }

/** A column that an import writes. */
export type TargetColumn = {
  readonly name: string
  readonly type: string
  /** The fields it is made from; if a file fills none of them, existing records keep their value. */
  readonly fields: readonly string[]
  /** The value of a new record if the file has none; an existing record then keeps its value. */
  readonly absent: 'now' | 'today' | undefined
  /** SQL of the value of an existing record, from its current value and that of the file; by default that of the file. */
  readonly update: UpdateValue | undefined
  /** Existing records keep their value once a person or an API client has written to them. */
  readonly isKeptWhenEdited: boolean
  /** Whether the review of a change fills it: the import of a person does not write it while a review is to be made. */
  readonly isReviewField: boolean
  /** Whether the row of a stub has true in it: such a row creates a stub and leaves an existing record as it is. */
  readonly isStubMark: boolean
}

type UpdateValue = (current: string, imported: string) => string

/** SQL of a column's value before and after an update. */
export type Transition = { before(column: string): string; after(column: string): string }

/** A column that an update derives from how other columns change. */
type DerivedColumn = { readonly name: string; readonly type: string; value(transition: Transition): string }

export type CheckedRow = { readonly cells: readonly StagedValue[] } | { readonly issues: readonly string[] }

/** A kind of record that can be imported: its fields, its limits, and the table they go to. */
export type Target = {
  readonly entity: ImportKind
  readonly table: string
  /** The field that identifies a record, and its column. */
  readonly key: string
  /** Whether several rows for one record are its history, of which the last one is its state. */
  readonly isLog: boolean
  readonly fields: FieldSpecs
  /** The records of the list that Hindsight exports. */
  readonly exported: z.ZodObject
  readonly columns: readonly TargetColumn[]
  /** The columns by which the last of several rows for one record is found; their cells follow those of `columns`. */
  readonly logColumns: readonly StagedColumn[]
  readonly derived: readonly DerivedColumn[]
  /** Columns that every write sets, in addition to `columns`. */
  readonly stamps: { readonly onInsert: readonly string[]; readonly onUpdate: readonly string[] }
  /** The entity type in the history. */
  readonly historyName: string
  /** The columns that name people, whose texts are replaced by e-mail addresses from the directory. */
  readonly peopleColumns: readonly string[]
  /** The column that names a change; unknown changes are created as stubs. */
  readonly namesChange: string | undefined
  /** All columns that name a change. */
  readonly changeColumns: readonly string[]
  /** Validates a row and returns a value for each column, or the reasons to refuse it. */
  check(values: Readonly<Record<string, unknown>>, notes: Notes): CheckedRow
}

/** Fields and value default to the one field that has the column's name. */
type ColumnDefinition<Row> = {
  readonly column: PgColumn
  readonly fields?: readonly string[]
  readonly absent?: 'now' | 'today'
  readonly update?: UpdateValue
  readonly isKeptWhenEdited?: boolean
  readonly isReviewField?: boolean
  readonly isStubMark?: boolean
  value?(row: Row): StagedValue
}

type Definition<Limits extends z.ZodType, Row> = {
  readonly entity: ImportKind
  readonly table: PgTable
  readonly key: string
  readonly logColumns?: readonly StagedColumn[]
  readonly fields: FieldSpecs
  readonly exported: z.ZodObject
  readonly limits: Limits
  /** Rules across fields, after the limits; a string is the reason to refuse the row. */
  complete(row: z.output<Limits>, notes: Notes): Row | string
  readonly columns: readonly (PgColumn | ColumnDefinition<Row>)[]
  readonly derived?: readonly DerivedColumn[]
  readonly historyName: string
  readonly peopleColumns?: readonly string[]
  readonly namesChange?: string
  readonly changeColumns?: readonly string[]
}

export function defineTarget<Limits extends z.ZodType, Row extends object>(
  definition: Definition<Limits, Row>,
): Target {
  const { table, limits, logColumns = [] } = definition
  const columns = definition.columns.map((entry) => columnOf(entry instanceof PgColumn ? { column: entry } : entry))
  return {
    entity: definition.entity,
    table: getTableName(table),
    key: definition.key,
    isLog: logColumns.length > 0,
    fields: definition.fields,
    exported: definition.exported,
    columns,
    logColumns,
    derived: definition.derived ?? [],
    stamps: stampsOf(table, new Set(columns.filter(({ isStubMark }) => !isStubMark).map(({ name }) => name))),
    historyName: definition.historyName,
    peopleColumns: definition.peopleColumns ?? [],
    namesChange: definition.namesChange,
    changeColumns: definition.changeColumns ?? [definition.namesChange ?? []].flat(),
    check(values, notes) {
      const checked = limits.safeParse(values)
      if (!checked.success) {
        return { issues: checked.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`) }
      }
      const row = definition.complete(checked.data, notes)
      if (typeof row === 'string') return { issues: [row] }
      const logCells = logColumns.map(({ field }) => cellOf(row, field))
      return { cells: [...columns.map(({ value }) => value(row)), ...logCells] }
    },
  }
}

function columnOf<Row extends object>({ column, fields, absent, update, value, ...definition }: ColumnDefinition<Row>) {
  const { name } = column
  const { isKeptWhenEdited = false, isReviewField = false, isStubMark = false } = definition
  return {
    ...{ name, type: column.getSQLType(), fields: fields ?? [name] },
    ...{ absent, update, isKeptWhenEdited, isReviewField, isStubMark },
    value: value ?? ((row: Row) => cellOf(row, name)),
  }
}

const cellOf = (row: object, field: string) => (row as Readonly<Record<string, StagedValue>>)[field] ?? null

/** `created_at` of a new record, `updated_at` and `version` of an updated one, if the table has them. */
function stampsOf(table: PgTable, written: ReadonlySet<string>): Target['stamps'] {
  const names = Object.values(getTableColumns(table)).map(({ name }) => name)
  const has = (name: string) => names.includes(name) && !written.has(name)
  return {
    onInsert: ['created_at', 'updated_at'].filter(has),
    onUpdate: ['updated_at', 'version', 'is_stub'].filter(has),
  }
}
