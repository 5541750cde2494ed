import type { ColumnName } from '#lib/contracts/record.ts'
import type { DateReading } from '../cells/moment.ts'

/** A field that an import can fill: how its cells are read, and which columns are likely to hold it. */
export type TargetFieldSpec = {
  /** The value of a cell that is not empty, or a Fault. */
  read(cell: unknown, dates: DateReading): unknown
  /** Columns in order of preference. */
  readonly guesses: readonly ColumnName[]
  /** Uses all guessed columns of the file: in each row the first that is not empty. */
  readonly isCoalesced?: true
  /** A file without a column for it is refused, and so is a row where it is empty. */
  readonly isRequired?: true
  readonly isDate?: true
  /** The values of an enumeration, for a mapping of words to them. */
  readonly values?: readonly string[]
  /** Columns that hold only a part of it, with what to do instead; reported when no other column was found. */
  readonly insufficient?: Readonly<Record<string, string>>
  /** Keeps any text as it is displayed; its `values` are only proposed. */
  readonly isFreeText?: true
  /** How its cells are read where their meaning is known: in a file with this column, as our own exports, or of a known system. */
  readonly beside?: { readonly column: string; read(cell: unknown): unknown }
  /** Why a value that is kept deserves a remark, as the end of a sentence; undefined for most values. */
  doubt?(value: unknown): string | undefined
  /** Its texts may hold line breaks; those of other fields are put on one line. */
  readonly isMultiLine?: true
  /** A cell that cannot be read is left empty, with a remark, instead of refusing the row. */
  readonly isLenient?: true
}
export type FieldSpecs = Readonly<Record<string, TargetFieldSpec>>

/** The values of a field that is yes or no. */
export const flagValues = ['true', 'false'] as const
