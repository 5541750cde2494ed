import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { type ComparisonDescription, describeComparison, describeEmptiness } from './comparison-labels.ts'
import { type FilterError, parseFilter } from './parse.ts'
import { printFilter } from './print.ts'
import type { FilterTree } from './syntax-tree.ts'

type FilterPart = {
  /** Filter expression that can be joined by AND. */
  readonly text: string
  /** A comparison in words; null for an expression with OR or NOT. */
  readonly words: ComparisonDescription | null
}

/** The parts of an expression for a filter bar, or its error. */
export type FilterReading =
  | { readonly ok: true; readonly parts: readonly FilterPart[] }
  | { readonly ok: false; readonly error: FilterError }

/** Splits an expression at its outermost ANDs. Its words name times in a zone. */
export function readFilterParts(text: string, fields: FilterFields, zone = 'UTC'): FilterReading {
  if (text.trim() === '') return { ok: true, parts: [] }
  const result = parseFilter(text, fields)
  if (!result.ok) return result
  const { tree } = result
  return { ok: true, parts: (tree.kind === 'and' ? tree.operands : [tree]).map((part) => readPart(part, fields, zone)) }
}

const readPart = (tree: FilterTree, fields: FilterFields, zone: string): FilterPart => ({
  text: tree.kind === 'or' ? `(${printFilter(tree)})` : printFilter(tree),
  words:
    tree.kind === 'comparison'
      ? describeComparison(tree, fields, zone)
      : tree.kind === 'emptiness'
        ? describeEmptiness(tree)
        : null,
})
