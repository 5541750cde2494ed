import { expect, test } from 'vitest'
import { isWithin, navItemsFor } from './nav-items.ts'

test('only admins and managers see the administration, and nobody sees anything before signing in', () => {
  expect(navItemsFor('admin').map((item) => item.href)).toContain('/admin')
  expect(navItemsFor('manager').map((item) => item.href)).toContain('/admin')
  expect(navItemsFor('reviewer').map((item) => item.href)).not.toContain('/admin')
  expect(navItemsFor(undefined)).toEqual([])
})

test('a page belongs to the entry above it, not to one with a similar name', () => {
  expect(isWithin('/changes/CHG1', '/changes')).toBe(true)
  expect(isWithin('/changes-archive', '/changes')).toBe(false)
})
