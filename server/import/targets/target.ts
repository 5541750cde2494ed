import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Notes } from '../notes.ts'
import type { FieldSpecs } from './field-spec.ts'

export const importEntities = ['users', 'products', 'changes', 'incidents', 'articles'] as const
export type ImportEntity = (typeof importEntities)[number]

/** A value as it is written to a column: an array for a list, an object for a document. */
export type StagedValue = string | number | boolean | null | readonly string[] | Readonly<Record<string, unknown>>

/** A column that an import writes. */
export type TargetColumn = {
  readonly name: string
  readonly type: string
  /** The fields it is made from: where a file feeds none of them, an existing record keeps its value. */
  readonly fields: readonly string[]
  /** What a new record gets where the file tells nothing; an existing one then keeps its value. */
  readonly absent: 'now' | 'today' | undefined
  /** An existing record keeps its value once a person or a client of the API has written to it. */
  readonly isKeptWhenEdited: boolean
}

/** The SQL of a column's value before an update, and of the value that the update gives it. */
export type Turn = { was(column: string): string; becomes(column: string): string }

/** A column that an update sets by how others change, beside those that the file feeds. */
type TurnedColumn = { readonly name: string; value(turn: Turn): string }

export type CheckedRow = { readonly cells: readonly StagedValue[] } | { readonly issues: readonly string[] }

/** A kind of record that can be imported: its fields, its limits, and the table they go to. */
export type Target = {
  readonly entity: ImportEntity
  /** What one record is called. */
  readonly noun: string
  readonly table: string
  /** The field that tells records apart, and its column. */
  readonly key: string
  /** Several rows for one record are its history: the last is its state. */
  readonly isLog: boolean
  readonly fields: FieldSpecs
  readonly columns: readonly TargetColumn[]
  readonly turned: readonly TurnedColumn[]
  /** Columns set by every write, beside `columns`. */
  readonly stamps: { readonly onInsert: readonly string[]; readonly onUpdate: readonly string[] }
  /** The name of its records in the history; set where people and clients can write to them. */
  readonly historyName: string | undefined
  /** The columns that name people: an address where the directory knows them, else the text as it came. */
  readonly peopleColumns: readonly string[]
  /** The column that names a change, for which a stub is made when there is none. */
  readonly namesChange: string | undefined
  /** Checks a row against the limits and gives a value for each column. */
  check(values: Readonly<Record<string, unknown>>, notes: Notes): CheckedRow
}

type ColumnDefinition<Row> = {
  readonly column: PgColumn
  readonly fields: readonly string[]
  readonly absent?: 'now' | 'today'
  readonly isKeptWhenEdited?: boolean
  value(row: Row): StagedValue
}

type Definition<Limits extends z.ZodType, Row> = {
  readonly entity: ImportEntity
  readonly noun: string
  readonly table: PgTable
  readonly key: string
  readonly isLog?: boolean
  readonly fields: FieldSpecs
  readonly limits: Limits
  /** Rules across fields, after the limits; a text is the reason to refuse the row. */
  complete(row: z.output<Limits>, notes: Notes): Row | string
  readonly columns: readonly ColumnDefinition<Row>[]
  readonly turned?: readonly TurnedColumn[]
  readonly historyName?: string
  readonly peopleColumns?: readonly string[]
  readonly namesChange?: string
}

export function defineTarget<Limits extends z.ZodType, Row extends object>(
  definition: Definition<Limits, Row>,
): Target {
  const { columns, table, limits } = definition
  return {
    entity: definition.entity,
    noun: definition.noun,
    table: getTableName(table),
    key: definition.key,
    isLog: definition.isLog ?? false,
    fields: definition.fields,
    columns: columns.map(({ column, fields, absent, isKeptWhenEdited = false }) => ({
      ...{ name: column.name, type: column.getSQLType(), fields, absent, isKeptWhenEdited },
    })),
    turned: definition.turned ?? [],
    stamps: stampsOf(table, new Set(columns.map(({ column }) => column.name))),
    historyName: definition.historyName,
    peopleColumns: definition.peopleColumns ?? [],
    namesChange: definition.namesChange,
    check(values, notes) {
      const checked = limits.safeParse(values)
      if (!checked.success) {
        return { issues: checked.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`) }
      }
      const row = definition.complete(checked.data, notes)
      return typeof row === 'string' ? { issues: [row] } : { cells: columns.map(({ value }) => value(row)) }
    },
  }
}

/** `created_at` of a new record, `updated_at` and `version` of a written one, as far as the table has them. */
function stampsOf(table: PgTable, written: ReadonlySet<string>): Target['stamps'] {
  const names = Object.values(getTableColumns(table)).map(({ name }) => name)
  const has = (name: string) => names.includes(name) && !written.has(name)
  return {
    onInsert: ['created_at', 'updated_at'].filter(has),
    onUpdate: ['updated_at', 'version', 'is_stub'].filter(has),
  }
}
