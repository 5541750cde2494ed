import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { EntityType } from '#lib/actions/entity-kinds.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import type { ColumnName } from '#lib/contracts/record.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import type { DateReading } from '#server/import/cells/moment.ts'

/** A field that an import can fill: how its cells are read, and which columns are likely to hold it. */
export type TargetFieldSpec = {
  /** Reads a cell that is not empty; returns its value or a Fault. */
  read(cell: unknown, dates: DateReading): unknown
  readonly guesses: readonly ColumnName[]
  /** Uses all guessed columns of the file; in each row, the first one that is not empty. */
  readonly isCoalesced?: true
  /** A file without a column for it is refused, as is a row in which it is empty. */
  readonly isRequired?: true
  readonly isDate?: true
  /** The values of an enumeration, to which a mapping can map words. */
  readonly values?: readonly string[]
  /** Columns with only a part of it, and the advice that is given if no other column was found. */
  readonly insufficient?: Readonly<Record<string, string>>
  /** Accepts any displayed text; its `values` are only proposals. */
  readonly isFreeText?: true
  /** Another reader for files whose cells have a known meaning: those with this column, or of a known system. */
  readonly beside?: { readonly column: string; read(cell: unknown): unknown }
  /** Returns a doubt about an accepted value as the end of a sentence; undefined for most values. */
  doubt?(value: unknown): string | undefined
  /** Its texts may contain line breaks; those of other fields are put on one line. */
  readonly isMultiLine?: true
  /** An unreadable cell is left empty, with a remark, instead of refusing the row. */
  readonly isLenient?: true
}
export type FieldSpecs = Readonly<Record<string, TargetFieldSpec>>

export const flagValues = ['true', 'false'] as const

/** The value of a column: an array for a list, an object for a document. */
export type StagedValue = string | number | boolean | null | readonly string[] | Readonly<Record<string, unknown>>

export type TargetColumn = ComparedColumn &
  ColumnRules & {
    /** The fields that it is made from; if a file fills none of them, existing records keep their value. */
    readonly fields: readonly string[]
  }

type ColumnRules = {
  /** The value for a new record if the file has none; an existing record keeps its value then. */
  readonly absent?: 'now' | 'today'
  /** Merges the current value with that of the file; by default the latter. */
  readonly update?: UpdateValue
  /** Existing records keep their value once a person or an API client has written to them. */
  readonly isKeptWhenEdited?: boolean
  /** True if the review of a change fills it. The import of a person does not write it while a review is due. */
  readonly isReviewField?: boolean
  /** Marks a stub: a row with the mark creates one, and leaves an existing record as it is. */
  readonly isStubMark?: boolean
  /** True if texts are unique; a text that another record has is left empty. */
  readonly isUnique?: boolean
  /** True if the history records the value of a new record. */
  readonly isInHistory?: boolean
}

type UpdateValue = (current: SQL, imported: SQL) => SQL

/** A column's value before and after an update. */
export type Transition = { before(column: PgColumn): SQL; after(column: PgColumn): SQL }

/** A column that an update derives from changes of other columns. */
type DerivedColumn = ComparedColumn & { value(transition: Transition): SQL }

/** A column whose values before and after an update are compared. */
export type ComparedColumn = { readonly column: PgColumn; readonly name: string; readonly type: string }

export type CheckedRow = { readonly cells: readonly StagedValue[] } | { readonly issues: readonly string[] }

/** A kind of record that can be imported, with its fields, limits and table. */
export type Target = ReturnType<typeof defineTarget<TargetFields, object>>

/** A column of the staging table only. */
type StagedFieldColumn = { readonly staged: string; readonly type: string; readonly isIdentity?: true }

/** The complete definition of a field; an omitted limit or column is a type error. */
export type TargetField = TargetFieldSpec &
  ColumnRules & {
    /** The schema of its value after the cell was read; the schema's default is the value of a row without one. */
    readonly limit: z.ZodType
    /** The column of its value; null if it only contributes to other columns. */
    readonly column: PgColumn | StagedFieldColumn | null
    /** Other fields from which the column is made too. */
    readonly alsoFrom?: readonly string[]
    /** Its texts are people, which are replaced by e-mails from the directory. */
    readonly isPerson?: true
    /** It refers to a change; an unknown one becomes a stub or stays a mere name. */
    readonly mentionsChange?: 'stub' | 'known'
  }
export type TargetFields = Readonly<Record<string, TargetField>>

/** The values of a row within the limits of the fields. */
export type RowOf<Fields extends TargetFields> = { [Field in keyof Fields]: z.output<Fields[Field]['limit']> }

type ExtraColumn<Row> = ColumnRules & {
  readonly column: PgColumn
  readonly from: readonly string[]
  value(row: Row): StagedValue
}

type TargetDefinition<Fields extends TargetFields, Row> = {
  readonly entity: ImportKind
  readonly table: PgTable
  readonly key: keyof Fields & string
  readonly fields: Fields
  /** The schema of the records in exports of Hindsight. */
  readonly exported: z.ZodObject
  /** Rules across fields, after the limits; a string is the reason to refuse the row. */
  complete(row: RowOf<Fields>, remarks: RowRemarks): Row | string
  readonly columns?: readonly ExtraColumn<Row>[]
  readonly derived?: readonly DerivedColumn[]
  /** Set if existing records stay as they are. */
  readonly onlyInserts?: true
  readonly historyName: EntityType
  readonly historyKey?: string
  readonly hasOrigin?: true
}

export function defineTarget<const Fields extends TargetFields, Row extends object>(
  definition: TargetDefinition<Fields, Row>,
) {
  const { table, fields } = definition
  const entries: readonly (readonly [string, TargetField])[] = Object.entries(fields)
  const allColumns = [
    ...entries.flatMap(([name, field]) => toColumn(name, field) ?? []),
    ...(definition.columns ?? []).map((extra) => ({ ...extra, ...describeColumn(extra.column), fields: extra.from })),
  ]
  const columns = definition.onlyInserts ? allColumns.map((column) => ({ ...column, fields: [] })) : allColumns
  const stagedColumns = entries.flatMap(([field, { column }]) =>
    column && 'staged' in column
      ? [{ name: column.staged, type: column.type, field, isIdentity: column.isIdentity ?? false }]
      : [],
  )
  const logColumns = stagedColumns.filter(({ isIdentity }) => !isIdentity)
  const identityColumn = stagedColumns.find(({ isIdentity }) => isIdentity)
  const stagedFields = [...logColumns, ...(identityColumn ? [identityColumn] : [])].map(({ field }) => field)
  const limits = z.object(Object.fromEntries(entries.map(([field, { limit }]) => [field, limit])))
  const listFieldNames = (isListed: (field: TargetField) => boolean) =>
    entries.flatMap(([name, field]) => (isListed(field) ? [name] : []))
  return {
    entity: definition.entity,
    table,
    key: definition.key as string,
    /** True if several rows for one record are its history, of which the last one is the state. */
    isLog: logColumns.length > 0,
    fields,
    exported: definition.exported,
    columns: columns as readonly TargetColumn[],
    /** The columns that determine the last of several rows for one record; their cells follow those of `columns`. */
    logColumns,
    /** The column that distinguishes records with the same key; its cell comes last. */
    identityColumn,
    derived: definition.derived ?? [],
    /** Columns that every write sets, in addition to `columns`. */
    stamps: findStamps(table, new Set(columns.filter(({ isStubMark }) => !isStubMark).map(({ name }) => name))),
    /** The entity type in the history, and the column that identifies its records there. */
    historyName: definition.historyName,
    historyKey: definition.historyKey ?? definition.key,
    hasOrigin: definition.hasOrigin ?? false,
    /** The columns with people, whose texts are replaced by e-mails from the directory. */
    peopleColumns: listFieldNames(({ isPerson = false }) => isPerson),
    /** The column that refers to a change; unknown changes are created as stubs. */
    namesChange: listFieldNames(({ mentionsChange }) => mentionsChange === 'stub')[0],
    changeColumns: listFieldNames(({ mentionsChange }) => mentionsChange !== undefined),
    /** Validates a row and returns a value for each column, or the reasons to refuse it. */
    check(values: Readonly<Record<string, unknown>>, remarks: RowRemarks): CheckedRow {
      const checked = limits.safeParse(values)
      if (!checked.success)
        return { issues: checked.error.issues.map(({ path, message }) => `${humaniseKey(path.join('.'))} ${message}`) }
      const row = definition.complete(checked.data as RowOf<Fields>, remarks)
      if (typeof row === 'string') return { issues: [row] }
      return {
        cells: [...columns.map(({ value }) => value(row)), ...stagedFields.map((field) => getCell(row, field))],
      }
    },
  }
}

function toColumn(name: string, { column, alsoFrom = [], ...rules }: TargetField) {
  if (!(column instanceof PgColumn)) return undefined
  const value = (row: object) => getCell(row, name)
  return { ...rules, ...describeColumn(column), fields: [name, ...alsoFrom], value }
}

/** A column of the row that counts for a record, in statements that merge. */
export const winning = ({ name }: Pick<PgColumn, 'name'>): SQL => sql`winners.${sql.identifier(name)}`

export const describeColumn = (column: PgColumn): ComparedColumn => ({
  column,
  name: column.name,
  type: column.getSQLType(),
})

const getCell = (row: object, field: string) => (row as Readonly<Record<string, StagedValue>>)[field] ?? null

/** Finds `created_at` of a new record, `updated_at` and `version` of an updated one, if the table has them. */
function findStamps(table: PgTable, written: ReadonlySet<string>) {
  const unwritten = Object.values(getTableColumns(table)).filter(({ name }) => !written.has(name))
  const pick = (...names: string[]) => unwritten.filter(({ name }) => names.includes(name))
  return { onInsert: pick('created_at', 'updated_at'), onUpdate: pick('updated_at', 'version', 'is_stub') }
}

/** Remarks about rows that were imported, counted by kind, so that their number does not grow with the file. */
export type RowRemarks = {
  add(kind: string, example?: string): void
  /** Counts the rows with a value; the remark names the values. */
  count(kind: string, value: string): void
}

export type RemarkList = RowRemarks & { list(): string[] }

export const noRemarks: RowRemarks = { add() {}, count() {} }

/** Remarks of work that may be repeated; they are passed on once it is done. */
type HeldRemarks = RowRemarks & { release(to: RowRemarks): void }

export function holdRemarks(): HeldRemarks {
  const held: ((to: RowRemarks) => void)[] = []
  return {
    add: (kind, example) => void held.push((to) => to.add(kind, example)),
    count: (kind, value) => void held.push((to) => to.count(kind, value)),
    release(to) {
      for (const add of held) add(to)
    },
  }
}

const maxKinds = 50
const maxValues = 20

/** Creates a list of remarks, with each kind once, its number of rows and the first example. */
export function createRemarks(): RemarkList {
  const kinds = new Map<string, { count: number; example: string | undefined }>()
  const countsByText = new Map<string, Map<string, number>>()
  return {
    add(kind, example) {
      const entry = kinds.get(kind)
      if (entry) entry.count += 1
      else if (kinds.size < maxKinds) kinds.set(kind, { count: 1, example })
    },
    count(kind, value) {
      const values = countsByText.get(kind) ?? new Map<string, number>()
      if (countsByText.size < maxKinds || countsByText.has(kind)) countsByText.set(kind, values)
      const key = values.has(value) || values.size < maxValues ? value : otherValues
      values.set(key, (values.get(key) ?? 0) + 1)
    },
    list: () => [
      ...[...kinds].map(([kind, { count, example }]) => {
        const such = example === undefined ? '' : `, such as ${example}`
        return `${kind} (${countRows(count)}${such}).`
      }),
      ...[...countsByText].map(([kind, values]) => {
        const listed = [...values].map(([value, count]) => `${value} (${countRows(count)})`)
        return `${kind}: ${listed.join(', ')}.`
      }),
    ],
  }
}

const otherValues = 'other values'

const countRows = (count: number) => (count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`)
