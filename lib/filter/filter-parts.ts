import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { type ComparisonWords, comparisonWords } from './comparison-words.ts'
import { type FilterError, parseFilter } from './parse.ts'
import { printFilter } from './print.ts'
import type { FilterTree } from './syntax-tree.ts'

/** One of the conditions that a filter joins by AND. */
type FilterPart = {
  /** As the filter language spells it, fit to stand beside AND. */
  readonly text: string
  /** What a plain comparison says, in words; null for what is put together by OR and NOT. */
  readonly words: ComparisonWords | null
}

/** What a filter bar shows of an expression: its parts, or where and why it cannot be read. */
export type FilterReading =
  | { readonly ok: true; readonly parts: readonly FilterPart[] }
  | { readonly ok: false; readonly error: FilterError }

/** Takes an expression apart at its outermost ANDs; nothing written has no parts. Never throws. */
export function readFilterParts(text: string, fields: FilterFields): FilterReading {
  if (text.trim() === '') return { ok: true, parts: [] }
  const result = parseFilter(text, fields)
  if (!result.ok) return result
  const { tree } = result
  return { ok: true, parts: (tree.kind === 'and' ? tree.operands : [tree]).map((part) => readPart(part, fields)) }
}

const readPart = (tree: FilterTree, fields: FilterFields): FilterPart => ({
  text: tree.kind === 'or' ? `(${printFilter(tree)})` : printFilter(tree),
  words: tree.kind === 'comparison' ? comparisonWords(tree, fields) : null,
})
