import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { median } from '#server/bench/statistics.ts'
import { slowDown } from './watch-speed.ts'

/** A link that people follow all day: where it stands, and what the address holds once its page is shown. */
type Followed = { readonly path: string; readonly link: string; readonly leadsTo: string }

const followed: Readonly<Record<string, Followed>> = {
  'a change of the queue': { path: pagePaths.changes, link: 'a[data-row-link]', leadsTo: pagePaths.change('CHG') },
  'the next page of the queue': { path: pagePaths.changes, link: 'a[rel="next"]', leadsTo: 'page=2' },
  'the queue from a change': {
    path: pagePaths.change('CHG0030022'),
    link: `nav[aria-label="Main"] a[href="${pagePaths.changes}"]`,
    leadsTo: pagePaths.changes,
  },
  'the report from a change': {
    path: pagePaths.change('CHG0030022'),
    link: `main a[href="${pagePaths.report('CHG0030022')}"]`,
    leadsTo: pagePaths.report('CHG0030022'),
  },
}

/** Milliseconds that somebody stays on a link whose page has begun to come. */
const readFor = 300

/** From the click on a link to the picture of its page: followed at once, and after resting on it. */
export async function measureAhead(browser: Browser, baseUrl: string, as: BrowserContextOptions, rounds: number) {
  console.log(`\nClick to picture, median of ${rounds} rounds, ms`)
  console.log(`${['at once', 'after a rest'].map((head) => head.padStart(16)).join('')}`)
  for (const [name, one] of Object.entries(followed)) {
    const [atOnce, rested]: [number[], number[]] = [[], []]
    for (let round = 0; round <= rounds; round += 1) {
      const both = [await follow(browser, baseUrl, as, one, false), await follow(browser, baseUrl, as, one, true)]
      // The first makes the server ready.
      if (round === 0) continue
      atOnce.push(both[0] ?? 0)
      rested.push(both[1] ?? 0)
    }
    console.log(`${[atOnce, rested].map((all) => median(all).toFixed(0).padStart(16)).join('')}  ${name}`)
  }
}

async function follow(
  browser: Browser,
  baseUrl: string,
  as: BrowserContextOptions,
  { path, link, leadsTo }: Followed,
  isRestedOn: boolean,
): Promise<number> {
  const context = await browser.newContext(as)
  const page = await context.newPage()
  await slowDown(page)
  await page.goto(`${baseUrl}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  if (isRestedOn) {
    const fetched = page.waitForResponse((answer) => isPage(answer.request().headers()))
    await page.locator(link).first().hover()
    await fetched
    await page.waitForTimeout(readFor)
  }
  const took = await clickToPicture(page, link, leadsTo)
  await context.close()
  return took
}

const isPage = (headers: Record<string, string>) => 'rsc' in headers && !('next-router-segment-prefetch' in headers)

/** Clicks in the page itself: how long the way there takes says nothing of it. */
const clickToPicture = (page: Page, link: string, leadsTo: string): Promise<number> =>
  page.evaluate(
    async ([selector, part]) => {
      const picture = () => new Promise((done) => requestAnimationFrame(done))
      const before = document.querySelector('main')?.textContent
      const start = performance.now()
      document.querySelector<HTMLAnchorElement>(selector)?.click()
      const isShown = () =>
        window.location.href.includes(part) && document.querySelector('main')?.textContent !== before
      while (!isShown()) await picture()
      await picture()
      return performance.now() - start
    },
    [link, leadsTo] as const,
  )
