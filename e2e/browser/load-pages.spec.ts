import type { Page } from 'playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { everyPage } from '#e2e/support/main-pages.ts'

/** Kilobytes of compressed script that a page may load. */
const scriptGoal = 200
/** Request that pages of signed-in people make beside their own data: the number of unread notifications. */
const unreadPath = '/api/app/v1/notifications'
/** Requests that a form makes on each change. */
const formRequests: Readonly<Record<string, string>> = { '/admin/policy/new': '/api/app/v1/policy/preview' }

/** Opens a page and returns the requests that it makes until it rests, and the pages that it prefetches. */
async function openAndRecord(page: Page, path: string) {
  const requested: string[] = []
  const prefetched: string[] = []
  const scripts = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    const size = response
      .request()
      .sizes()
      .then(({ responseBodySize }) => responseBodySize)
    scripts.set(response.url(), size)
    size.catch(() => {})
  })
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) requested.push(pathname)
    if ('rsc' in request.headers()) prefetched.push(pathname)
  })
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  const sizes = await Promise.all(scripts.values())
  return { requested, prefetched, kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000 }
}

test.describe('a page comes with its data and little script', () => {
  // Slow, because the test waits until each page rests.
  test.slow()
  for (const path of new Set(everyPage)) {
    test(path, async ({ page, signInAs }) => {
      if (path !== '/sign-in') await signInAs('admin')
      const { requested, prefetched, kilobytes } = await openAndRecord(page, path)
      expect(kilobytes).toBeGreaterThan(100)
      expect(kilobytes).toBeLessThanOrEqual(scriptGoal)
      expect(requested.filter((pathname) => pathname !== unreadPath && pathname !== formRequests[path])).toEqual([])
      expect(new Set(requested).size).toBe(requested.length)
      expect(prefetched).toEqual([])
    })
  }
})
