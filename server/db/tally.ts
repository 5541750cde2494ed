import type { PgColumn } from 'drizzle-orm/pg-core'
import { evaluateFilter, type FilterRecord } from '#lib/filter/evaluate.ts'
import type { FilterTree } from '#lib/filter/syntax-tree.ts'
import type { ListName } from './schema/lists.ts'

// How many records of a list have which values of a few fields tells the total of every filter of those fields, whatever
// it says of them: what a record holds decides whether a filter holds for it.

/** What a tally is made by to count a filter: the columns of its fields, all of them with few values. */
export type Tallied = {
  readonly list: ListName
  readonly tree: FilterTree
  readonly columns: Readonly<Record<string, PgColumn>>
}

/** How many records of a version of a list have which values; null where the values are too many to be of use. */
export type Tally = { readonly tag: string; readonly cells: readonly Cell[] | null }
type Cell = { readonly record: FilterRecord; readonly count: number }

/** What a tally of a filter is made by; undefined where it is of other fields than those of few values. */
export function talliedBy(
  list: ListName,
  tree: FilterTree | undefined,
  columns: Readonly<Record<string, PgColumn>>,
): Tallied | undefined {
  if (tree === undefined) return undefined
  const fields = [...new Set(fieldsOf(tree))].sort()
  const used = fields.flatMap((field) => {
    const column = Object.hasOwn(columns, field) ? columns[field] : undefined
    return column === undefined ? [] : [[field, column] as const]
  })
  return used.length < fields.length ? undefined : { list, tree, columns: Object.fromEntries(used) }
}

const fieldsOf = (tree: FilterTree): string[] => {
  if (tree.kind === 'comparison') return [tree.field]
  return tree.kind === 'not' ? fieldsOf(tree.operand) : tree.operands.flatMap(fieldsOf)
}

/** What tells a tally from those of other lists and fields. */
export const tallyKey = ({ list, columns }: Tallied) => `${list} ${Object.keys(columns)}`

/** How many records a filter holds for. */
export const countBy = ({ cells }: Tally, { tree }: Tallied): number =>
  (cells ?? []).reduce((sum, { record, count: records }) => (evaluateFilter(tree, record) ? sum + records : sum), 0)
