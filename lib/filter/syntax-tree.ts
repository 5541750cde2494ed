import type { FilterFieldType } from '#lib/contracts/filter-fields.ts'

export type FilterOperator = '=' | '!=' | '<' | '<=' | '>' | '>=' | '~' | 'IN' | 'NOT IN'

/**
 * A value of a comparison. A timestamp is written `2026-03-01T10:00:00.000000Z` (always UTC, always six decimals, so
 * that two compare as text), a date `2026-03-01`.
 */
export type FilterValue = string | number | boolean

export type NonEmpty<Item> = readonly [Item, ...Item[]]

/** Comparisons joined by AND, OR and NOT. No operand of an `and` is an `and`, none of an `or` an `or`. */
type Expression<Leaf> =
  | { readonly kind: 'and' | 'or'; readonly operands: NonEmpty<Expression<Leaf>> }
  | { readonly kind: 'not'; readonly operand: Expression<Leaf> }
  | Leaf

/** A comparison that its field's type allows. Every operator but IN and NOT IN has exactly one value. */
export type Comparison = {
  readonly kind: 'comparison'
  readonly field: string
  readonly type: FilterFieldType
  readonly operator: FilterOperator
  readonly values: NonEmpty<FilterValue>
  /** True if `=` compares numbers of records, as `numberKey` does. */
  readonly isNumber?: true
}

/** A test whether a field has no value: none at all, an empty text or a list without elements. */
export type Emptiness = {
  readonly kind: 'emptiness'
  readonly field: string
  readonly type: FilterFieldType
  readonly isEmpty: boolean
}

/** Limits of a filter: `depth` counts parentheses and NOT; `values` counts the values of one IN. */
export const filterLimits = { characters: 4096, depth: 16, comparisons: 64, values: 100 } as const

/** The meaning of a filter: the same for every spelling. */
export type FilterTree = Expression<Comparison | Emptiness>

/** A word of the filter (quotes and escapes resolved) and where it starts, in UTF-16 units. */
export type Lexeme<Text extends string = string> = { readonly text: Text; readonly offset: number }

/** A comparison as the grammar reads it: fields, operators and values are still to be checked. */
export type WrittenComparison = {
  readonly kind: 'comparison'
  readonly field: Lexeme
  readonly operator: Lexeme<FilterOperator>
  readonly values: NonEmpty<Lexeme>
}

type WrittenEmptiness = { readonly kind: 'emptiness'; readonly field: Lexeme; readonly isEmpty: boolean }

export type WrittenFilter = Expression<WrittenComparison | WrittenEmptiness>

/** Thrown within lib/filter for an invalid filter; `parseFilter` returns it as an error. */
export class FilterRefusal extends Error {
  /** Position in UTF-16 units. */
  readonly offset: number
  /** The tokens that would have been valid at this position. */
  readonly expected: readonly string[]

  constructor(message: string, offset: number, expected: readonly string[] = []) {
    super(message)
    this.offset = offset
    this.expected = expected
  }
}
