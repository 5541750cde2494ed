import { expect, test } from 'vitest'
import { isWithin, listNavItems } from './nav-items.ts'

test('only admins, managers and auditors see the administration', () => {
  expect(listNavItems('admin').map((item) => item.href)).toContain('/admin')
  expect(listNavItems('manager').map((item) => item.href)).toContain('/admin')
  expect(listNavItems('reviewer').map((item) => item.href)).not.toContain('/admin')
  expect(listNavItems('auditor').map((item) => item.href)).toContain('/admin')
})

test('no two entries have the same keys', () => {
  const keys = listNavItems('admin').flatMap((item) => (item.keys === undefined ? [] : [item.keys]))
  expect(keys).toEqual([...new Set(keys)])
  expect(keys.length).toBeGreaterThan(5)
})

test('a page belongs to the entry above it, not to one with a similar name', () => {
  expect(isWithin('/changes/CHG1', '/changes')).toBe(true)
  expect(isWithin('/changes-archive', '/changes')).toBe(false)
})
