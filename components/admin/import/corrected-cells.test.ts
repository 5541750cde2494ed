import { expect, test } from 'vitest'
import { correctCell, formatCell, listColumns } from './corrected-cells.ts'

test('the text of a CSV cell stays text', () => {
  expect(correctCell({ price: '05', name: 'Pen' }, 'price', '5')).toEqual({ price: '5', name: 'Pen' })
})

test('a value of a JSON record stays JSON where the text is', () => {
  const cells = { count: 5, tags: ['a'], title: 'x', closed: null }
  expect(formatCell(cells.tags)).toBe('["a"]')
  expect(correctCell(cells, 'tags', '["a","b"]')).toMatchObject({ tags: ['a', 'b'] })
  expect(correctCell(cells, 'count', 'six')).toMatchObject({ count: 'six' })
  expect(correctCell(cells, 'title', '6')).toMatchObject({ title: '6' })
})

test('records without a header have the columns that they name', () => {
  const rows = [
    { place: '1', reason: '', cells: { a: 1 } },
    { place: '2', reason: '', cells: { b: 1, a: 2 } },
  ]
  expect(listColumns([], rows)).toEqual(['a', 'b'])
  expect(listColumns(['x'], rows)).toEqual(['x'])
})
