import { expect, test } from 'vitest'
import { filterPalette, type PaletteGroup } from './palette-filter.ts'

const groups: PaletteGroup[] = [
  {
    heading: 'Go to',
    items: [
      { id: 'a', label: 'All changes', href: '/changes' },
      { id: 'c', label: 'Changes overdue', href: '/changes?overdue', keywords: ['late'] },
      { id: 'k', label: 'Knowledge', href: '/knowledge', hint: 'lessons' },
    ],
  },
  { heading: 'Empty', items: [] },
]

const found = (query: string) => filterPalette(groups, query).flatMap((group) => group.items.map((item) => item.id))

test.each([
  ['', ['a', 'c', 'k']],
  ['changes', ['c', 'a']],
  ['LATE change', ['c']],
  ['lessons', ['k']],
  ['nothing', []],
])('%j finds %j', (query, expected) => {
  expect(found(query)).toEqual(expected)
})

test('a group without items is not shown', () => {
  expect(filterPalette(groups, '').map((group) => group.heading)).toEqual(['Go to'])
})
