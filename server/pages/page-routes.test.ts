import { expect, test } from 'vitest'
import { createPageRouter, listPageRoutes } from './serve-page.ts'

const findRoute = createPageRouter()

test('finds every page under app', () => {
  expect(listPageRoutes()).toEqual(
    expect.arrayContaining(['/', '/sign-in', '/changes/[number]/review/[step]', '/answers/[secret]']),
  )
  expect(listPageRoutes().filter((route) => /[()]|page/.test(route))).toEqual([])
})

test.each([
  ['/', '/'],
  ['/?view=all', '/'],
  ['/changes', '/changes'],
  ['/changes/CHG0030001', '/changes/[number]'],
  ['/changes/CHG0030001/review/short?x=/y', '/changes/[number]/review/short'],
  ['/changes/CHG0030001/review/plan', '/changes/[number]/review/[step]'],
  ['/answers/key', '/answers/[secret]'],
  ['/_next/static/chunks/a.js', '/_next/static/*'],
  // Next renders a page for it.
  ['/_next/no-such-file', 'none'],
  ['/api/auth/callback/credentials', '/api/auth/*'],
  ['/wp-admin/setup.php', 'none'],
  ['/changes/a/b/c/d/e', 'none'],
])('%s counts as %s', (target, route) => {
  expect(findRoute(target)).toBe(route)
})
