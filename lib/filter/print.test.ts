import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseFilter } from './parse.ts'
import { printFilter, printValue } from './print.ts'
import { filterTrees, sampleFields } from './testing.ts'

describe('printFilter', () => {
  test('prints text that parses to the same tree', () => {
    fc.assert(
      fc.property(filterTrees, (tree) => {
        expect(parseFilter(printFilter(tree), sampleFields)).toEqual({ ok: true, tree })
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    ['((number=a))', 'number = a'],
    ['(number = a AND cost = 1) OR cost = 2', 'number = a AND cost = 1 OR cost = 2'],
    ['number = a AND (cost = 1 OR cost = 2)', 'number = a AND (cost = 1 OR cost = 2)'],
    ['(number = a OR cost = 1) OR cost = 2', 'number = a OR cost = 1 OR cost = 2'],
    ['NOT (number = a)', 'NOT number = a'],
    ['not(number = a and cost = 1)', 'NOT (number = a AND cost = 1)'],
    ['NOT (NOT (number = a))', 'NOT NOT number = a'],
  ])('keeps only the parentheses that %s needs', (text, printed) => {
    const result = parseFilter(text, sampleFields)
    expect(result.ok && printFilter(result.tree)).toBe(printed)
  })
})

test.each([
  ['CHG0031', 'CHG0031'],
  ['a.b@c.org', 'a.b@c.org'],
  ['müller', 'müller'],
  ['on hold', '"on hold"'],
  ['', '""'],
  ['And', '"And"'],
  ['a"b\\c\n', '"a\\"b\\\\c\\n"'],
  ['\u0085', '"\\u0085"'],
  ['\u0001', '"\\u0001"'],
  [19.99, '19.99'],
  [true, 'true'],
])('printValue prints %j', (value, printed) => {
  expect(printValue(value)).toBe(printed)
})
