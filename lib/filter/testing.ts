import fc from 'fast-check'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { operatorsByType } from './reference.ts'
import type { Comparison, Emptiness, FilterTree, FilterValue, NonEmpty } from './syntax-tree.ts'

/** A field of each type, for tests of the filter language. */
export const sampleFields = {
  number: { type: 'text', description: 'Identifier' },
  summary: { type: 'text', description: 'What it is about' },
  state: { type: 'text', values: ['new', 'on hold', 'closed'], description: 'Current status' },
  cost: { type: 'number', description: 'In euros' },
  completed: { type: 'boolean', description: 'Whether it is done' },
  opened_at: { type: 'timestamp', description: 'When it was opened' },
  due: { type: 'date', description: 'Until when' },
  'metadata.tags': { type: 'list', description: 'Tags' },
} as const satisfies FilterFields

/** Texts with pitfalls in order, case, quoting and patterns, short so that they often match. */
const text = fc.oneof(
  fc.constantFrom('', 'CHG1', 'chg1', 'and', 'NULL', '{}', '2026-03-01', '\uE000', '😀'),
  fc
    .array(fc.constantFrom(...'aA1_%\\"\', \n\u0085.()éÉßẞΣσςİıI\uE000😀'), { maxLength: 4 })
    .map((characters) => characters.join('')),
)

const instant = fc.constantFrom('0001-01-01T00:00:00.000', '2026-03-01T00:00:00.000', '2026-03-01T00:00:00.001')
const anyInstant = fc.oneof(instant, fc.constantFrom('2026-03-01T00:00:00.000001', '9999-12-31T23:59:59.999999'))

const valuesByType = {
  text,
  number: fc.oneof(
    fc.constantFrom(0, 1, -1, 0.1, 0.3, 19.99),
    fc.integer({ min: -999_999_999, max: 999_999_999 }).map((millionths) => millionths / 1_000_000),
  ),
  boolean: fc.boolean(),
  timestamp: anyInstant.map((time) => `${time.padEnd(26, '0')}Z`),
  date: fc.constantFrom('0001-01-01', '2026-02-28', '2026-03-01', '9999-12-31'),
  list: text,
}

const nonEmpty = <Item>(item: fc.Arbitrary<Item>, minLength: number, maxLength: number): fc.Arbitrary<NonEmpty<Item>> =>
  fc
    .tuple(item, fc.array(item, { minLength: minLength - 1, maxLength: maxLength - 1 }))
    .map(([first, rest]) => [first, ...rest])

const comparison = fc.constantFrom(...(Object.keys(sampleFields) as (keyof typeof sampleFields)[])).chain((field) => {
  const { type } = sampleFields[field]
  const value = field === 'state' ? fc.constantFrom(...sampleFields.state.values) : valuesByType[type]
  return fc.constantFrom(...operatorsByType[type]).chain((operator) => {
    const isMembership = operator === 'IN' || operator === 'NOT IN'
    const values = nonEmpty<FilterValue>(value, 1, isMembership ? 3 : 1)
    return values.map((items): Comparison => ({ kind: 'comparison', field, type, operator, values: items }))
  })
})

const emptiness = fc
  .tuple(fc.constantFrom(...(Object.keys(sampleFields) as (keyof typeof sampleFields)[])), fc.boolean())
  .map(([field, isEmpty]): Emptiness => ({ kind: 'emptiness', field, type: sampleFields[field].type, isEmpty }))

const leaf = fc.oneof({ weight: 5, arbitrary: comparison }, { weight: 1, arbitrary: emptiness })

const bounded = { maxDepth: 3, depthIdentifier: 'filter' } as const

/** Trees over sampleFields as `parseFilter` returns them, within its limits. */
export const filterTrees = fc.letrec<Record<'tree' | 'and' | 'or' | 'not', FilterTree>>((tie) => ({
  tree: fc.oneof(bounded, leaf, tie('and'), tie('or'), tie('not')),
  and: nonEmpty(fc.oneof(bounded, leaf, tie('not'), tie('or')), 2, 3).map((operands) => ({
    kind: 'and',
    operands,
  })),
  or: nonEmpty(fc.oneof(bounded, leaf, tie('not'), tie('and')), 2, 3).map((operands) => ({
    kind: 'or',
    operands,
  })),
  not: tie('tree').map((operand) => ({ kind: 'not', operand })),
})).tree

/** Records of sampleFields; every field is sometimes empty. */
export const filterRecords = fc.record({
  number: fc.option(text),
  summary: fc.option(text),
  state: fc.option(fc.constantFrom(...sampleFields.state.values)),
  cost: fc.option(valuesByType.number),
  completed: fc.option(valuesByType.boolean),
  opened_at: fc.option(instant.map((time) => `${time}Z`)),
  due: fc.option(valuesByType.date),
  'metadata.tags': fc.option(fc.array(text, { maxLength: 3 })),
})
