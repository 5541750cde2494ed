import type { DateReading } from '../cells/moment.ts'

/** A column by its folded name, or several whose texts are joined (those that the file has; one is enough). */
export type Guess = string | { readonly join: readonly string[]; readonly with: string }

/** A field that an import can feed: how its cells are read and which columns are likely to hold it. */
export type FieldSpec = {
  /** The value of a cell that is not empty, or a Fault. */
  read(cell: unknown, dates: DateReading): unknown
  /** Columns in order of preference. */
  readonly guesses: readonly Guess[]
  /** All guessed columns that the file has feed the field: in each row the first that is not empty counts. */
  readonly isCoalesced?: true
  /** A file without a column for it is refused, and so is a row where it is empty. */
  readonly isRequired?: true
  readonly isDate?: true
  /** Columns that look like it and hold too little, with what to do instead. Named only where nothing else feeds it. */
  readonly insufficient?: Readonly<Record<string, string>>
  /** What cannot be read is left empty, with a note, instead of refusing the row. */
  readonly isLenient?: true
}
export type FieldSpecs = Readonly<Record<string, FieldSpec>>

/** What feeds a field in one import. */
export type Feed = {
  readonly field: string
  readonly columns: readonly string[]
  /** How several columns make one value: the first that is not empty, or all of them with this between. */
  readonly joinedWith: string | undefined
  readonly values: Readonly<Record<string, string | number | boolean | null>>
  readonly format: string | undefined
  readonly fallback: string | number | boolean | undefined
  readonly isGuessed: boolean
}
