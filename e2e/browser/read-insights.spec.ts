import type { Page } from 'playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { addReviewedChanges, ownPeriod } from '#e2e/support/own-metrics.ts'
import { getInsights, type Insights } from '#lib/contracts/app/metrics.ts'
import { formatMetric } from '#lib/domain/metrics/metric-labels.ts'

const getInsightsPath = (search: Record<string, string>) => `/insights?${new URLSearchParams(search)}`
const tile = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })

/** Reads the same metrics from the API. */
async function fetchInsights(page: Page, search: Record<string, string>): Promise<Insights> {
  const response = await page.request.get('/api/app/v1/insights', { params: search })
  expect(response.status()).toBe(200)
  return getInsights.response.parse(await response.json())
}

/** Checks the total below a list, such as `1–4 of 4 changes` or `1 change`. */
async function expectTotal(page: Page, total: number): Promise<void> {
  const text = total === 1 ? /^1 / : ` of ${total} `
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(text)
}

test('shows the same metrics of a service as the API, with links to their records', async ({
  page,
  world,
  signInAs,
  expectAccessible,
}) => {
  const service = await addReviewedChanges(world)
  const search = { ...ownPeriod, service }
  await signInAs('viewer')
  await page.goto(getInsightsPath(search))

  const { metrics } = await fetchInsights(page, search)
  // The rate of failed changes includes changes that caused incidents, so both share a tile.
  await expect(tile(page, 'Changes that caused incidents')).toHaveCount(0)
  for (const metric of metrics.filter(({ name }) => name !== 'caused_incidents')) {
    const { title, unit, value, numerator, denominator, denominator_means: means, left_out: leftOut } = metric
    if (leftOut) await expect(tile(page, title)).toContainText(`${leftOut.count} of ${leftOut.of} not reviewed`)
    await expect(tile(page, title)).toContainText(formatMetric(unit, value))
    await expect(tile(page, title)).toContainText(`${numerator} of ${denominator} ${means}`)
  }
  const counts = Object.fromEntries(metrics.map(({ name, numerator, denominator }) => [name, [numerator, denominator]]))
  expect(counts).toMatchObject({
    change_failure_rate: [4, 8],
    caused_incidents: [2, 8],
    changes_with_outcome: [8, 12],
    review_completion: [8, 12],
    waived_reviews: [0, 8],
    days_to_review: [8, 8],
    actions_in_time: [0, 8],
    overridden_proposals: [2, 8],
  })
  await expect(tile(page, 'Median days to review')).toContainText('4.0 days')
  await expectAccessible()

  await tile(page, 'Failed among reviewed changes')
    .getByRole('link', { name: /%. Open the list/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Failed among reviewed changes' })).toBeVisible()
  await expectTotal(page, 4)
  await expect(page.getByRole('region', { name: 'Records' })).toContainText(/Caused INC-CHG-own/)
  await expectAccessible()
  await page.getByRole('link', { name: /Reviewed changes/ }).click()
  await expectTotal(page, 8)
  await page.getByRole('link', { name: 'Back to insights' }).click()
  await expect(page).toHaveURL(getInsightsPath(search))

  await tile(page, 'Changes with an outcome').getByRole('link', { name: '8 changes with an outcome' }).click()
  await expect(page).toHaveURL(/\/changes\?query=/)
  await expectTotal(page, 8)
})

/** Returns the number of records in the text or label of a link. */
function countIn({ text, label }: { text: string; label: string | null }): number {
  const [, count] =
    /^([\d,]+)[: ]/.exec(label ?? '') ??
    /([\d,]+) of [\d,]+ ha(?:s|ve) an outcome/.exec(label ?? text) ??
    /, ([\d,]+) reviews?$/.exec(label ?? '') ??
    []
  return Number(count?.replaceAll(',', '') ?? Number.NaN)
}

test('every bar and every number links to that many records', async ({ page, world, signInAs }) => {
  const service = await addReviewedChanges(world)
  await signInAs('viewer')
  await page.goto(getInsightsPath({ ...ownPeriod, service }))
  await expect(tile(page, 'Outcomes over time')).toBeVisible()
  const readLinks = () =>
    page.locator('main a:is([href^="/changes?"], [href^="/insights/"])').evaluateAll((found) =>
      found.map((link) => ({
        href: link.getAttribute('href') ?? '',
        text: link.textContent,
        label: link.getAttribute('aria-label'),
      })),
    )
  const links = await readLinks()
  // The numbers of a chart are shown as a table on request.
  const tables = await page
    .locator('main a[href*="table="]')
    .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
  for (const href of tables) {
    await page.goto(href)
    await expect(tile(page, 'Outcomes over time')).toBeVisible()
    links.push(...(await readLinks()))
  }
  // Excludes the large value of a tile, which is a share or a median and not a count, and the weekly pack, which is a
  // page.
  const counted = links.filter(({ href, label }) => !label?.endsWith('Open the list') && href !== '/insights/weekly')
  expect(counted.length).toBeGreaterThan(60)
  for (const { href, ...link } of counted) {
    const { pathname, searchParams } = new URL(href, page.url())
    const path = pathname === '/changes' ? '/api/app/v1/queue' : `/api/app/v1${pathname}/records`
    const response = await page.request.get(path, { params: { ...Object.fromEntries(searchParams), limit: '1' } })
    const { total_count: total } = await response.json()
    expect([href, link, total]).toEqual([href, link, countIn(link)])
  }
})

test('changes period and filters, and stores them in the URL', async ({ page, world, signInAs }) => {
  const service = await addReviewedChanges(world)
  await signInAs('viewer')
  await page.goto(getInsightsPath({ service }))
  const filters = page.getByRole('form', { name: 'Period and filters' })
  await filters.getByLabel('Period', { exact: true }).selectOption('Last quarter')
  await expect(page).toHaveURL(/from=\d{4}-\d\d-01&to=\d{4}-\d\d-3[01]&service=/)
  await expect(filters.getByLabel('Period', { exact: true })).toHaveValue('Last quarter')
  await expect(page.getByText('No data in this period')).toBeVisible()

  await filters.getByLabel('First day').fill('2025-05-01')
  await filters.getByLabel('Last day').fill('2025-04-30')
  await expect(filters.getByLabel('Last day')).toHaveAccessibleDescription(/before the first day/)
  await filters.getByLabel('Last day').fill('2025-06-30')
  await filters.getByLabel('Group by').selectOption('By quarter')
  await expect(page).toHaveURL(`/insights?from=2025-05-01&to=2025-06-30&service=${service}&bucket=quarter`)
  await expect(tile(page, 'Failed among reviewed changes')).toContainText('2 of 2 reviewed changes')
  await expect(tile(page, 'Failed among reviewed changes')).toContainText('Worse: up 100 points from 0 %')
  await page.reload()
  await expect(filters.getByLabel('Service')).toHaveValue(service)
  await filters.getByRole('link', { name: 'Clear' }).click()
  await expect(page).toHaveURL('/insights')
})
