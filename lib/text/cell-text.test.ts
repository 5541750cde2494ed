import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  escapeFormula,
  readCellText,
  readListText,
  unescapeFormula,
  unwrapFormulaText,
  writeList,
} from './cell-text.ts'

const marks = fc.string({
  unit: fc.constantFrom("'", '=', '+', '-', '@', '"', ';', ',', '|', '[', ']', ' ', 'a', '\n', '＝'),
})
const anyText = fc.oneof(marks, fc.string({ unit: 'binary' }))

test.each([
  ['=A1', "'=A1"],
  ["'=A1", "''=A1"],
  ["'quoted'", "'quoted'"],
  ['＝A1', "'＝A1"],
  ['\t=A1', "'\t=A1"],
  ["'", "'"],
  ['a=1', 'a=1'],
])('%j is marked as %j', (text, cell) => {
  expect(escapeFormula(text)).toBe(cell)
  expect(unescapeFormula(cell)).toBe(text)
})

test('every text reads back as it was, and no cell begins a formula', () => {
  const property = fc.property(anyText, (text) => {
    expect(readCellText(escapeFormula(text))).toBe(text)
    expect(escapeFormula(text)).not.toMatch(/^[=+\-@\t\r＝＋－＠]/)
  })
  fc.assert(property, { numRuns: 2000 })
})

test.each([
  ['="0012"', '0012'],
  ['="say ""x"""', 'say "x"'],
  ['=""', ''],
  ['="a"&"b"', '="a"&"b"'],
  ['=A1', '=A1'],
  ['="', '="'],
])('%j is the text %j', (cell, text) => {
  expect(unwrapFormulaText(cell)).toBe(text)
})

test.each([
  [['payments-db', 'payments-api'], 'payments-db; payments-api'],
  [['a; b', 'c'], '"a; b"; c'],
  [['say "x"'], '"say ""x"""'],
  [['a, b'], '"a, b"'],
  [['["a"]'], '"[""a""]"'],
  [[], ''],
])('the list %j is written as %s', (items, cell) => {
  expect(writeList(items)).toBe(cell)
  expect(readListText(cell)).toEqual(items)
})

test.each([
  ['web, search;web | mail', ['web', 'search', 'web', 'mail']],
  ['["a", "b; c"]', ['a', 'b; c']],
  ['"a", "b"', ['a', 'b']],
  ['15" monitor; web', ['15" monitor', 'web']],
  ['"open; web', ['"open', 'web']],
  ['[see ticket]; web', ['[see ticket]', 'web']],
  [' ; , ', []],
])('the list of another system %j is %j', (cell, items) => {
  expect(readListText(cell)).toEqual(items)
})
