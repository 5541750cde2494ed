import type { Page } from 'playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { everyPage, mainPages, signedOutPages } from '#e2e/support/main-pages.ts'
import { signIn } from '#e2e/support/sign-in.ts'
import { describeZone, formatInstant } from '#lib/time/format-time.ts'
import { getStartOfDayIn } from '#lib/time/wall-clock.ts'
import { insertChange } from '#server/reviews/testing.ts'

test.use({ timezoneId: 'Asia/Kolkata' })

/** Work beside each change of the clocks of Berlin in 2026, and moments that people type instead. */
const works = [
  {
    number: 'CHG-SPRING',
    start: '2026-03-28T23:30:00.000Z',
    end: '2026-03-29T01:20:00.000Z',
    typed: ['2026-03-29T00:59:00.000Z', '2026-03-29T01:00:00.000Z'],
  },
  {
    number: 'CHG-AUTUMN',
    start: '2026-10-25T00:20:00.000Z',
    end: '2026-10-25T01:40:00.000Z',
    typed: ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
  },
] as const

type Moments = readonly (readonly [datetime: string, text: string])[]

/** Checks each moment that a page shows, and returns how many there are. */
function checkMoments(moments: Moments, zone: string, path: string): number {
  const written = moments.filter(([, text]) => /^\d+ \w{3} \d{4}, /.test(text))
  for (const [datetime, text] of written) {
    const at = new Date(datetime)
    expect.soft([formatInstant(at, zone), formatInstant(at, zone, 'second')], path).toContain(text)
  }
  return written.length
}

const readMoments = (page: Page): Promise<Moments> =>
  page
    .locator('time[datetime*="T"]')
    .evaluateAll((times) => times.map((time) => [time.getAttribute('datetime') ?? '', time.textContent] as const))

/** The moments of a page as it arrives, which is many times faster than showing it. */
const findMoments = (html: string): Moments =>
  [...html.matchAll(/<time dateTime="([^"]*T[^"]*)"[^>]*>([^<]*)</gi)].map(([, at = '', text = '']) => [at, text])

test('every page shows times in the zone of the person, who types them in it or in that of the organisation', async ({
  page,
  context,
  onOwnServer,
}) => {
  await onOwnServer(async ({ server: { baseUrl }, db }) => {
    for (const { number, start: actualStart, end: actualEnd } of works)
      await insertChange(db, number, { plannedStart: actualStart, plannedEnd: actualEnd, actualStart, actualEnd })
    await signIn(context, baseUrl, 'admin')
    const open = (path: string) => page.goto(baseUrl + path)
    const headers = { 'Sec-Fetch-Site': 'same-origin' }
    const settings = { headers, data: { time_zone: 'Europe/Berlin' } }
    expect((await page.request.patch(`${baseUrl}/api/app/v1/settings`, settings)).ok()).toBe(true)
    const chooseZone = async (zone: string | null) => {
      const choice = { headers, data: { time_zone: zone } }
      expect((await page.request.put(`${baseUrl}/api/app/v1/session/time-zone`, choice)).ok()).toBe(true)
    }

    /** Types times of the work of a change in its review, which is started if needed. */
    async function typeTimes({ number, start, end, typed }: (typeof works)[number], zone: string) {
      const written = (iso: string) => formatInstant(new Date(iso), zone)
      const readStored = async (step: string, field: string) => {
        const response = await page.request.get(`${baseUrl}/api/app/v1/changes/${number}/review`)
        return (await response.json()).review.steps[step].form[field]
      }
      await open(`/changes/${number}/review/plan`)
      await page.getByRole('button', { name: 'Start the review' }).click()
      const started = page.getByLabel('Work started')
      await expect(started).toHaveValue(written(start))
      await expect(page.getByLabel('Work ended')).toHaveValue(written(end))
      for (const at of typed) {
        await started.fill(written(at))
        await expect.poll(() => readStored('plan', 'actual_start')).toBe(at)
        await page.reload()
        await expect(started).toHaveValue(written(at))
        await expect(started).toHaveAccessibleDescription(new RegExp(RegExp.escape(describeZone(zone, new Date(at)))))
        checkMoments(await readMoments(page), zone, number)
      }
      await open(`/changes/${number}/review/incidents`)
      const from = page.getByLabel(/^From\b/)
      for (const at of typed) {
        await from.fill(written(at))
        await expect.poll(() => readStored('incidents', 'window_start')).toBe(at)
      }
      await page.reload()
      await expect(from).toHaveValue(written(typed[1] ?? ''))
    }

    async function filterByDay(zone: string) {
      await open('/changes')
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      const panel = page.getByRole('dialog', { name: 'Add a filter' })
      await panel.getByRole('option', { name: /^Actual end/ }).click()
      await panel.getByLabel('Value').fill('29 Mar 2026')
      await panel.getByRole('button', { name: 'Add filter' }).click()
      const start = getStartOfDayIn('2026-03-29', zone)
      await expect(page).toHaveURL((url) => url.searchParams.get('query') === `actual_end >= ${start}`)
      await expect(page.getByText('from 29 Mar 2026')).toBeVisible()
    }

    async function readPages(zone: string, paths: readonly string[]) {
      let shown = 0
      for (const path of paths) {
        const html = await (await page.request.get(baseUrl + path)).text()
        shown += checkMoments(findMoments(html), zone, path)
      }
      // What the browser itself shows, for one page that has come to life.
      for (const path of works.map(({ number }) => `/changes/${number}`)) {
        await open(path)
        shown += checkMoments(await readMoments(page), zone, path)
      }
      return shown
    }

    await chooseZone('America/New_York')
    const paths = everyPage.filter((path) => !signedOutPages.includes(path))
    expect(await readPages('America/New_York', paths)).toBeGreaterThan(100)
    await typeTimes(works[0], 'America/New_York')
    await filterByDay('America/New_York')

    await chooseZone(null)
    expect(await readPages('Europe/Berlin', Object.values(mainPages))).toBeGreaterThan(30)
    await typeTimes(works[1], 'Europe/Berlin')
    await filterByDay('Europe/Berlin')
    await open('/admin/history')
    await page.getByLabel('From', { exact: true }).fill('2026-10-25')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(
      (url) => url.searchParams.get('from') === getStartOfDayIn('2026-10-25', 'Europe/Berlin'),
    )
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('25 Oct 2026')

    await test.step('a time that the clocks skip is refused, and of one that they show twice either can be meant', async () => {
      await open('/changes/CHG-AUTUMN/review/plan')
      const started = page.getByLabel('Work started')
      await started.fill('29 Mar 2026, 02:30')
      await started.blur()
      await expect(page.getByText('The clocks of Europe/Berlin skip 02:30 on 29 Mar 2026.')).toBeVisible()
      await expect(started).toHaveValue('29 Mar 2026, 02:30')
      await started.fill('25 Oct 2026, 02:30')
      await started.blur()
      await expect(started).toHaveValue('25 Oct 2026, 02:30 (UTC+2)')
      await page.getByRole('button', { name: 'Use 25 Oct 2026, 02:30 (UTC+1)' }).click()
      await expect(started).toHaveValue('25 Oct 2026, 02:30 (UTC+1)')
    })
  })
})
