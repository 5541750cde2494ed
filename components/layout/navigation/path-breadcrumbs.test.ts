import { expect, test } from 'vitest'
import { listCrumbs } from './path-breadcrumbs.tsx'

const listLabels = (path: string, labels?: Record<string, string>) =>
  listCrumbs(path, labels).map((crumb) => crumb.label)

test('words are capitalised and identifiers unchanged', () => {
  expect(listLabels('/changes/CHG0031/review/sign-off')).toEqual(['Changes', 'CHG0031', 'Review', 'Sign-off'])
})

test('each crumb links to its own part of the path', () => {
  expect(listCrumbs('/knowledge/12').map((crumb) => crumb.href)).toEqual(['/knowledge', '/knowledge/12'])
})

test('users and products are in the directory, which has no page', () => {
  expect(listCrumbs('/products')).toEqual([{ label: 'Directory' }, { href: '/products', label: 'Products' }])
})

test('a path can have a label', () => {
  expect(listLabels('/users/12', { '/users/12': 'Ada Lovelace' })).toEqual(['Directory', 'Users', 'Ada Lovelace'])
})

test('a record may be named like a property of every object', () => {
  expect(listLabels('/changes/constructor/__proto__')).toEqual(['Changes', 'Constructor', '__proto__'])
})
