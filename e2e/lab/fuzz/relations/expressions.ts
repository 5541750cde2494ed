import * as fc from 'fast-check'
import { printFilter } from '#lib/filter/print.ts'
import { OPERATORS } from '#lib/filter/reference.ts'
import type { Comparison, Emptiness, FilterTree, FilterValue, NonEmpty } from '#lib/filter/syntax-tree.ts'
import { readTimestamp } from '#lib/filter/timestamp.ts'
import type { List } from './lists.ts'

/** Filter expressions for a list, with values from its records. */
export function expressionsFor(list: List): fc.Arbitrary<string> {
  const comparison = comparisonsFor(list)
  const tree: fc.Arbitrary<FilterTree> = fc.oneof(
    { weight: 4, arbitrary: comparison },
    { weight: 1, arbitrary: emptinessFor(list) },
    { weight: 1, arbitrary: comparison.map((operand) => ({ kind: 'not', operand }) as const) },
    { weight: 1, arbitrary: joined('and', comparison) },
    { weight: 1, arbitrary: joined('or', comparison) },
  )
  return tree.map(printFilter)
}

const joined = (kind: 'and' | 'or', operand: fc.Arbitrary<FilterTree>): fc.Arbitrary<FilterTree> =>
  fc.tuple(operand, operand).map((operands) => ({ kind, operands }))

function comparisonsFor({ name, fields = {}, rows }: List): fc.Arbitrary<Comparison> {
  const found = Object.entries(fields).flatMap(([field, { type, values }]) => {
    const found = values ?? [...new Set(rows.flatMap((row) => valuesAt(row, field)))].slice(0, 50)
    const fieldValues = type === 'timestamp' ? found.flatMap((value) => readTimestamp(String(value)) ?? []) : found
    return fieldValues.length > 0 ? [{ field, type, fieldValues }] : []
  })
  if (found.length === 0) throw new Error(`The records of ${name} contain no value to filter by.`)
  return fc.constantFrom(...found).chain(({ field, type, fieldValues }) =>
    fc.constantFrom(...OPERATORS[type]).chain((operator) => {
      const most = operator.endsWith('IN') ? 3 : 1
      return fc
        .array(fc.constantFrom<FilterValue>(...fieldValues), { minLength: 1, maxLength: most })
        .map((values): Comparison => {
          return { kind: 'comparison', field, type, operator, values: values as unknown as NonEmpty<FilterValue> }
        })
    }),
  )
}

const emptinessFor = ({ fields = {} }: List): fc.Arbitrary<Emptiness> =>
  fc
    .tuple(fc.constantFrom(...Object.entries(fields)), fc.boolean())
    .map(([[field, { type }], isEmpty]) => ({ kind: 'emptiness', field, type, isEmpty }))

/** The values of a field such as `metadata.tags` in a record, without the empty ones. */
function valuesAt(row: Readonly<Record<string, unknown>>, field: string): FilterValue[] {
  const value = field.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | null)?.[name], row)
  return [value].flat().filter((item): item is FilterValue => ['string', 'number', 'boolean'].includes(typeof item))
}
