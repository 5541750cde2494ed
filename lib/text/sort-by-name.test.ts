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
