import { Box } from 'lucide-react'
import { expect, test } from 'vitest'
import type { Role } from '#lib/contracts/endpoint.ts'
import { filterPalette, listPaletteCommands, type PaletteGroup } from './palette-commands.ts'

const actions = { openHelp: () => {}, setTheme: () => {}, signOut: () => {} }
const found = (groups: readonly PaletteGroup[], query: string) =>
  filterPalette(groups, query).flatMap(({ items }) => items.map(({ label }) => label))

test.each([
  ['viewer', []],
  ['auditor', ['Review policy', 'History']],
  ['reviewer', ['New lesson']],
  ['manager', ['Review policy', 'History', 'New lesson']],
  ['admin', ['Accounts', 'API tokens', 'Review policy', 'History', 'New lesson']],
] as const satisfies [Role, string[]][])('a %s sees only what the role may open', (role, expected) => {
  const restricted = ['Accounts', 'API tokens', 'Review policy', 'History', 'New lesson']
  expect(found(listPaletteCommands(role, actions), '').filter((label) => restricted.includes(label))).toEqual(expected)
})

const groups: PaletteGroup[] = [
  {
    heading: 'Go to',
    items: [
      { label: 'All changes', icon: Box, href: '/changes' },
      { label: 'Changes overdue', icon: Box, href: '/changes?overdue', keywords: 'late' },
      { label: 'Knowledge', icon: Box, href: '/knowledge', hint: 'lessons' },
    ],
  },
  { heading: 'Empty', items: [] },
]

test.each([
  ['', ['All changes', 'Changes overdue', 'Knowledge']],
  ['changes', ['Changes overdue', 'All changes']],
  ['LATE change', ['Changes overdue']],
  ['lessons', ['Knowledge']],
  ['nothing', []],
])('%j finds %j', (query, expected) => {
  expect(found(groups, query)).toEqual(expected)
})

test('a group without items is not shown', () => {
  expect(filterPalette(groups, '').map((group) => group.heading)).toEqual(['Go to'])
})
