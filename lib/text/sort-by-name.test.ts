import { expect, test } from 'vitest'
import { sortByName } from './sort-by-name.ts'

test('sorts by name ignoring case and accents, then by identifier', () => {
  const names = ['Öst', 'anna', 'Zoë', 'Anna', 'ostra', 'Ann']
  const sorted = sortByName(names.map((name, index) => ({ name, id: `${9 - index}` })))
  expect(sorted.map(({ name, id }) => `${name} ${id}`)).toEqual([
    'Ann 4',
    'Anna 6',
    'anna 8',
    'Öst 9',
    'ostra 5',
    'Zoë 7',
  ])
})

test('does not change the original list', () => {
  const items = [
    { name: 'b', id: '1' },
    { name: 'a', id: '2' },
  ]
  expect(sortByName(items)).toEqual([items[1], items[0]])
  expect(items[0]?.name).toBe('b')
})
