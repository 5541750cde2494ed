/** Determines the operators and values that the filter language accepts for a field. */
export type FilterFieldType = 'text' | 'number' | 'boolean' | 'timestamp' | 'date' | 'list'

/** A field that a `query` may name. `values` are the only values of a text field. */
export type FilterField = {
  readonly type: FilterFieldType
  readonly values?: readonly string[]
  readonly description: string
  /** The number of a record: equal in any case, and with a word such as "Change" before it. */
  readonly isNumber?: true
}

/** All fields that the `query` of a resource may name. */
export type FilterFields = Readonly<Record<string, FilterField>>
