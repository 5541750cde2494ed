import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from '#e2e/support/fixtures.ts'
import { everyPage, listPages, signedOutPages } from '#e2e/support/main-pages.ts'

/** Kilobytes of compressed script that a page may load. */
const scriptGoal = 230
/** Request that pages of signed-in people make beside their own data: the number of unread notifications. */
const unreadPath = '/api/app/v1/notifications'
/** Requests that a form makes on each change, and for what stands far below and would be a quarter of the HTML. */
const lateRequests: Readonly<Record<string, string>> = {
  '/admin/policy/new': '/api/app/v1/policy/preview',
  '/insights': '/api/app/v1/insights/factors',
}

const desk = { width: 1440, height: 900 }
const phone = { width: 360, height: 740 }
/** What differs on a phone in the dark: colours, sizes, and controls that only a small screen has. */
const rulesOfPhones = [
  'color-contrast',
  'target-size',
  'scrollable-region-focusable',
  'button-name',
  'link-name',
  'label',
]
/** Lists whose rows have one line, which show 18 of them at a desk and four on a phone. */
const dense = ['/changes', '/incidents', '/improvements?status=all', '/users', '/products']

test.use({ viewport: desk })

/** Records what a page requests and how much script it loads. */
function recordRequests(page: Page) {
  const requested: URL[] = []
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
    const url = new URL(request.url())
    requested.push(url)
    if ('rsc' in request.headers()) prefetched.push(url.pathname)
  })
  return {
    requested,
    prefetched,
    kilobytes: async () => (await Promise.all(scripts.values())).reduce((sum, size) => sum + size, 0) / 1000,
  }
}

/** Returns how many pixels of the page are beyond its side; in a list also of its table and its cells. */
const widthBeyond = (page: Page, isList: boolean) =>
  page.evaluate((isList) => {
    const table = isList ? document.querySelector('main table') : null
    const region = table?.parentElement
    const edge = region?.getBoundingClientRect().right ?? 0
    const cells = [...(table?.querySelectorAll('th, td') ?? [])].map((cell) => cell.getBoundingClientRect().right)
    return Math.max(
      document.documentElement.scrollWidth - window.innerWidth,
      region ? region.scrollWidth - region.clientWidth : 0,
      ...cells.map((right) => right - edge),
    )
  }, isList)

/** Returns whether so many rows of the table, or all it has, are wholly visible without scrolling. */
const showsRows = (page: Page, count: number) =>
  page.evaluate((count) => {
    const rows = [...document.querySelectorAll('main tbody > tr')].slice(0, count)
    return rows.length > 0 && rows.every((row) => row.getBoundingClientRect().bottom <= window.innerHeight)
  }, count)

for (const path of everyPage) {
  test(`${path} is accessible, fits, is light and asks nobody else`, async ({ page, baseURL, signInAs }) => {
    if (!signedOutPages.includes(path)) await signInAs('admin')
    const { requested, prefetched, kilobytes } = recordRequests(page)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expectAccessible(page)

    const own = requested.filter(({ protocol }) => protocol !== 'data:' && protocol !== 'blob:')
    expect(own.filter(({ origin }) => origin !== baseURL).map(String)).toEqual([])
    const asked = own.map(({ pathname }) => pathname).filter((pathname) => pathname.startsWith('/api/'))
    expect(asked.filter((asked) => asked !== unreadPath && asked !== lateRequests[path])).toEqual([])
    expect(new Set(asked).size).toBe(asked.length)
    expect(prefetched).toEqual([])
    expect(await kilobytes()).toBeGreaterThan(100)
    expect.soft(await kilobytes(), 'kilobytes of script').toBeLessThanOrEqual(scriptGoal)

    const shift = await page.evaluate(() => {
      const observer = new PerformanceObserver(() => {})
      observer.observe({ type: 'layout-shift', buffered: true })
      return observer.takeRecords().reduce((sum, entry) => sum + Reflect.get(entry, 'value'), 0)
    })
    expect.soft(shift, 'cumulative layout shift').toBeLessThanOrEqual(0.05)

    const isList = dense.includes(path) || listPages.includes(path)
    if (dense.includes(path)) expect(await showsRows(page, 18), '18 rows').toBe(true)
    for (const width of [desk.width, 1024, 720]) {
      await page.setViewportSize({ ...desk, width })
      expect(await widthBeyond(page, isList), `at ${width} px`).toBeLessThanOrEqual(0.5)
    }
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize(phone)
    expect(await widthBeyond(page, isList), 'on a phone').toBeLessThanOrEqual(0.5)
    await expectAccessible(page, rulesOfPhones)
    if (dense.slice(0, 3).includes(path)) expect(await showsRows(page, 4), '4 rows').toBe(true)
  })
}
