import type { ColumnName } from '#lib/contracts/record.ts'
import type { DateReading } from '#server/import/cells/moment.ts'

/** A field that an import can fill: how its cells are read, and which columns are likely to hold it. */
export type TargetFieldSpec = {
  /** Reads a cell that is not empty; returns its value or a Fault. */
  read(cell: unknown, dates: DateReading): unknown
  /** Columns in order of preference. */
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
  /**
   * An alternative reader for files whose cells have a known meaning: those with this column, as in exports of
   * Hindsight, or of a known system.
   */
  readonly beside?: { readonly column: string; read(cell: unknown): unknown }
  /** Returns a doubt about an accepted value as the end of a sentence; undefined for most values. */
  doubt?(value: unknown): string | undefined
  /** Its texts may contain line breaks; those of other fields are put on one line. */
  readonly isMultiLine?: true
  /** An unreadable cell is left empty, with a remark, instead of refusing the row. */
  readonly isLenient?: true
}
export type FieldSpecs = Readonly<Record<string, TargetFieldSpec>>

/** The values of a boolean field. */
export const flagValues = ['true', 'false'] as const
