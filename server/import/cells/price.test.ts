import { expect, test } from 'vitest'
import { readPrice } from './price.ts'
import { Fault } from './text.ts'

test.each([
  ['9.99', 9.99],
  ['9,99', 9.99],
  ['9', 9],
  ['0', 0],
  ['0.5', 0.5],
  ['0.500', 0.5],
  ['1234.500', 1234.5],
  ['1.234,50', 1234.5],
  ['1,234.50', 1234.5],
  ['1,234', 1234],
  ['1.234.567', 1_234_567],
  ['12.345.678,90', 12_345_678.9],
  ['1 234,50 kr', 1234.5],
  ['1\u00a0234,50', 1234.5],
  ["1'234.50", 1234.5],
  ['€ 9.99', 9.99],
  ['9,99 €', 9.99],
  ['EUR 9.99', 9.99],
  ['$1,234.50', 1234.5],
  ['US$ 5', 5],
  ['kr. 5', 5],
  ['5 EUR', 5],
  [249.5, 249.5],
  [1234, 1234],
])('reads %j as %d', (cell, price) => {
  expect(readPrice(cell)).toBe(price)
})

test.each([
  ['9.999', '"9.999" is either 9999 or has three decimals: write 9999.00'],
  ['0.125', '"0.125" has more than two decimals'],
  ['1234.5678', '"1234.5678" has more than two decimals'],
  [9.999, '"9.999" has more than two decimals'],
  [0.1 + 0.2, '"0.30000000000000004" has more than two decimals'],
  [1e21, '"1e+21" is not a price'],
  ['-5', 'must not be negative'],
  [-0.5, 'must not be negative'],
  ['free', '"free" is not a price'],
  ['x9.99x', '"x9.99x" is not a price'],
  ['€ 5 €', '"€ 5 €" is not a price'],
  ['EUR', '"EUR" is not a price'],
  ['1,23,4', '"1,23,4" is not a price'],
  ['12.34.56', '"12.34.56" is not a price'],
  ['1 2 3 4 5 6 7 8 9 0 1 2 3', 'must have at most 12 digits before the point'],
  ['=1+1', '"=1+1" is not a price'],
  [{ amount: 1 }, 'is an object where text is expected'],
])('rejects %j', (cell, issue) => {
  expect(readPrice(cell)).toEqual(new Fault(issue))
})
