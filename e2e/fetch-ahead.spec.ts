import type { APIRequestContext, Page, Request, Route } from 'playwright/test'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { expect, test } from './fixtures.ts'
import { ownWord } from './own-records.ts'

const isShape = (request: Request) => 'next-router-segment-prefetch' in request.headers()

/** Notes the pages that the browser asks for without loading them anew: their address, and whether it is only their shape. */
function notePages(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request: Request) => {
    if (!('rsc' in request.headers())) return
    const { pathname, searchParams } = new URL(request.url())
    searchParams.delete('_rsc')
    const search = searchParams.size > 0 ? `?${searchParams}` : ''
    asked.push(`${pathname}${search}${isShape(request) ? ' (shape)' : ''}`)
  })
  return asked
}

/** Opens a page whose time stands still until a test lets it pass. */
async function openStill(page: Page, path: string): Promise<string[]> {
  await page.clock.install()
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.clock.pauseAt(Date.now() + 10_000)
  return notePages(page)
}

const inMenu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function restOn(page: Page, name: string): Promise<void> {
  await inMenu(page, name).hover()
  await page.clock.runFor(100)
}

test('the page of a link is fetched once somebody rests on it, and the click finds it there', async ({
  page,
  signInAs,
}) => {
  await signInAs('viewer')
  const asked = await openStill(page, '/users')
  await restOn(page, 'Changes')
  await expect.poll(() => asked).toEqual(['/changes (shape)', '/changes'])
  await page.waitForLoadState('networkidle')
  await inMenu(page, 'Changes').click()
  await expect(title(page, 'Changes')).toBeVisible()
  await page.getByRole('link', { name: 'Next page' }).focus()
  await page.clock.runFor(100)
  await expect.poll(() => asked).toHaveLength(3)
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/changes?page=2')
  await expect(page.getByRole('link', { name: 'Previous page' })).toBeVisible()
  expect(asked).toEqual(['/changes (shape)', '/changes', '/changes?page=2'])
})

test('nothing is fetched for links that the pointer passes, nor for those that show no other page', async ({
  page,
  signInAs,
}) => {
  await signInAs('manager')
  const asked = await openStill(page, '/changes/CHG0030022/review/incidents')
  for (const name of ['Changes', 'Users', 'Changes', 'Products']) {
    await inMenu(page, name).hover()
    await page.clock.runFor(99)
  }
  await page.getByRole('navigation', { name: 'Steps of the review' }).getByRole('link').first().hover()
  await page.clock.runFor(1_000)
  await restOn(page, 'Administration')
  await page.goto('/users')
  await page.waitForLoadState('networkidle')
  await restOn(page, 'Users')
  await page.clock.runFor(1_000)
  expect(asked).toEqual([])
})

test('a page fetched ahead is forgotten in seconds, and not taken for one shown lately', async ({ page, signInAs }) => {
  await signInAs('viewer')
  const asked = await openStill(page, '/users')
  await restOn(page, 'Changes')
  await expect.poll(() => asked).toHaveLength(2)
  await page.waitForLoadState('networkidle')
  await page.clock.runFor(5_000)
  await inMenu(page, 'Changes').click()
  await expect(title(page, 'Changes')).toBeVisible()
  expect(asked).toEqual(['/changes (shape)', '/changes', '/changes'])
  await restOn(page, 'Users')
  await page.clock.runFor(1_000)
  await inMenu(page, 'Users').click()
  await expect(title(page, 'Users')).toBeVisible()
  expect(asked.slice(3)).toEqual(['/users'])
})

async function addAction(request: APIRequestContext, token: string): Promise<Improvement> {
  const answer = await request.post('/api/itsm/v1/improvements', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      title: `Rehearse the upgrade ${ownWord()}`,
      source_type: 'pir',
      source_ref: `PIR-E2E-${ownWord()}`,
      owner: 'ines.marchetti@hindsight.example',
      target_date: '2031-03-11',
      category: 'testing',
      priority: 'high',
    },
  })
  return answer.json()
}

test('a write throws away what was fetched before it', async ({ page, request, tokens, signInAs }) => {
  const own = await addAction(request, tokens.itsm.write)
  await signInAs('reviewer')
  const asked = await openStill(page, `/improvements?source=${own.source_ref}`)
  const link = page.getByRole('link', { name: own.title })
  await link.focus()
  await page.clock.runFor(100)
  await expect.poll(() => asked).toHaveLength(2)
  await page.waitForLoadState('networkidle')
  await page.clock.resume()
  await page.getByRole('button', { name: `Status of “${own.title}”` }).click()
  await page.getByRole('menuitem', { name: 'In progress' }).click()
  await expect(page.getByText(`In progress: ${own.title}`)).toBeVisible()
  await link.hover()
  await page.clock.fastForward(1_000)
  await link.click()
  await expect(title(page, own.title)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('In progress')
  await expect(page.getByRole('region', { name: 'History' })).toContainText('In progress')
  const address = `/improvements/${own.id}`
  expect(asked).toEqual([`${address} (shape)`, address, address])
})

test('a browser that saves data is spared', async ({ page, signInAs }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  await signInAs('viewer')
  const asked = await openStill(page, '/users')
  await restOn(page, 'Changes')
  await page.clock.runFor(1_000)
  expect(asked).toEqual([])
})

/** Rests on a link whose page is held back; its shape comes. Gives the request that is held, and all that were made. */
async function restOnHeld(page: Page): Promise<{ readonly held: Route; readonly asked: readonly string[] }> {
  const asked = await openStill(page, '/users')
  const { promise: first, resolve } = Promise.withResolvers<Route>()
  let isHeld = false
  await page.route(/\/changes\?_rsc/, (route) => {
    if (isHeld || isShape(route.request())) return route.continue()
    isHeld = true
    resolve(route)
  })
  await restOn(page, 'Changes')
  return { held: await first, asked }
}

test('a page that could not be fetched ahead is fetched by the click', async ({
  page,
  signInAs,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/Failed to load resource/)
  await signInAs('viewer')
  const { held, asked } = await restOnHeld(page)
  await held.abort()
  await inMenu(page, 'Changes').click()
  await expect(title(page, 'Changes')).toBeVisible()
  expect(asked).toEqual(['/changes (shape)', '/changes', '/changes'])
})

test('the click waits for what is on its way, and the browser goes there where that is lost', async ({
  page,
  signInAs,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/Failed to load resource/)
  await signInAs('viewer')
  const { held, asked } = await restOnHeld(page)
  await inMenu(page, 'Changes').click()
  await held.abort()
  await expect(title(page, 'Changes')).toBeVisible()
  expect(asked).toEqual(['/changes (shape)', '/changes'])
})
