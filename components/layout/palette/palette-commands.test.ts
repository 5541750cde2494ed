import { expect, test } from 'vitest'
import type { Role } from '#lib/contracts/endpoint.ts'
import { listPaletteCommands } from './palette-commands.ts'
import { filterPalette } from './palette-filter.ts'

const actions = { openHelp: () => {}, setTheme: () => {}, signOut: () => {} }
const found = (role: Role, query: string) =>
  filterPalette(listPaletteCommands(role, actions), query).flatMap(({ items }) => items.map(({ label }) => label))

test.each([
  ['settings', ['Settings', 'Settings of the organisation']],
  ['smtp', ['Settings of the organisation']],
  ['outbox', ['System']],
  ['tokens', ['API tokens']],
  ['policy', ['Review policy']],
  ['accounts', ['Accounts']],
  ['history', ['History']],
  ['new lesson', ['New lesson']],
  ['theme', ['Theme: light', 'Theme: dark', 'Theme: system']],
  ['sign out', ['Sign out']],
  ['keyboard shortcuts', ['Keyboard shortcuts']],
])('an admin finds %j', (query, labels) => {
  expect(found('admin', query)).toEqual(labels)
})

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
