/** The kind of value a filter field holds; it decides which operators and values the filter language accepts. */
export type FilterFieldType = 'text' | 'number' | 'boolean' | 'timestamp' | 'date' | 'list'

/** One field that a `query` may name. `values` closes the set of a text field (an enumeration). */
export type FilterField = {
  readonly type: FilterFieldType
  readonly values?: readonly string[]
  readonly description: string
}

/** The allow-list of a resource: every field that its `query` may name, and nothing else. */
export type FilterFields = Readonly<Record<string, FilterField>>
