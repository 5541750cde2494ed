import { expect, test } from 'vitest'
import type { Role } from '#lib/contracts/endpoint.ts'
import { listPaletteCommands } from './palette-commands.ts'
import { filterPalette } from './palette-filter.ts'

const actions = { openHelp: () => {}, setTheme: () => {}, signOut: () => {} }
const found = (role: Role, query: string) =>
  filterPalette(listPaletteCommands(role, actions), query).flatMap(({ items }) => items.map(({ label }) => label))

test.each([
  ['viewer', []],
  ['auditor', ['Review policy', 'History']],
  ['reviewer', ['New lesson']],
  ['manager', ['Review policy', 'History', 'New lesson']],
  ['admin', ['Accounts', 'API tokens', 'Review policy', 'History', 'New lesson']],
] as const)('a %s sees only what the role may open', (role, expected) => {
  const restricted = ['Accounts', 'API tokens', 'Review policy', 'History', 'New lesson']
  expect(found(role, '').filter((label) => restricted.includes(label))).toEqual(expected)
})
