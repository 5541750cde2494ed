import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { withDemoBrowser } from '#e2e/demo-browser.ts'
import { signIn } from '#e2e/sign-in.ts'
import { measureLighthouse } from './lighthouse.ts'
import { mainPages, writtenReview } from './main-pages.ts'
import { scenarios, tryShortcuts } from './speed-scenarios.ts'
import { forgetEvents, type Seen as SeenInPage, seenBy, slowdown, watchSpeed } from './watch-speed.ts'

const goals = { paint: 1200, interaction: 100, shift: 0.02 }
type Goal = keyof typeof goals
/** Adds how long the main thread worked to load the page and for the actions. */
type Seen = SeenInPage & { readonly loading: number; readonly acting: number }

const usage = `Usage: npm run page-speed [-- [TEXT] [--rounds 5] [--lighthouse] [--smallest]]
  TEXT          only pages and actions with TEXT in their name
  --rounds N    measurements of each
  --lighthouse  only Lighthouse's scores of the main pages
  --smallest    one round, and no page is too slow: whether the measurement works`

function readArguments() {
  try {
    const options = {
      rounds: { type: 'string', default: '5' },
      lighthouse: { type: 'boolean', default: false },
      smallest: { type: 'boolean', default: false },
    } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [only = ''] = positionals
    const { smallest: isSmallest, lighthouse: isOnlyLighthouse } = values
    return { only, rounds: isSmallest ? 1 : Number(values.rounds), isOnlyLighthouse, isSmallest }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}\n`)
    process.exit(1)
  }
}

const { only, rounds, isOnlyLighthouse, isSmallest } = readArguments()

type Work = {
  readonly name: string
  readonly path: string
  readonly reports: readonly Goal[]
  act(page: Page): Promise<void>
}

const pages = Object.entries({ ...mainPages, writing: writtenReview }).map(
  ([name, path]): Work => ({
    name,
    path,
    reports: ['paint', 'interaction', 'shift'],
    async act(page) {
      // Parts that load on first use are loaded before the measurement.
      await tryShortcuts(page)
      await forgetEvents(page)
      await tryShortcuts(page)
    },
  }),
)
const actions = Object.entries(scenarios).map(
  ([name, scenario]): Work => ({ name, reports: ['interaction'], ...scenario }),
)

/**
 * The speed of the main pages and of actions on them, in Chromium with a slowed processor. Other work on the machine can
 * only make it slower, so the best round is compared with the goal; the median is printed beside it. Exit code 1 if a
 * page exceeds its goal.
 */
async function measurePages(browser: Browser, baseUrl: string): Promise<void> {
  const context = await browser.newContext()
  await signIn(context, baseUrl, 'admin')
  const signedIn = { storageState: await context.storageState(), viewport: { width: 1280, height: 800 } }
  await context.close()

  console.log(`Best of ${rounds} rounds (median); load of the machine ${loadOfMachine()}`)
  console.log(
    ['first byte', 'paint', 'interaction', 'shift', 'work: load', 'work: act']
      .map((head) => head.padStart(16))
      .join(''),
  )
  for (const work of [...pages, ...actions].filter(({ name }) => name.includes(only))) {
    // The first visit warms up the server.
    await measure(browser, baseUrl, signedIn, work)
    const seen: Seen[] = []
    for (let round = 0; round < rounds; round += 1) seen.push(await measure(browser, baseUrl, signedIn, work))
    const over = work.reports.filter((key) => bestOf(seen, key) > goals[key])
    const report = (key: Measure, digits = 0) =>
      !isGoal(key) || work.reports.includes(key)
        ? `${bestOf(seen, key).toFixed(digits)} (${medianOf(seen, key).toFixed(digits)})`
        : ''
    const cells = [
      report('firstByte'),
      report('paint'),
      report('interaction'),
      report('shift', 3),
      report('loading'),
      report('acting'),
    ]
    const slowest = over.includes('interaction') ? ` by ${[...new Set(seen.map((one) => one.slowest))].join(', ')}` : ''
    const verdict = over.length > 0 ? `: over in ${over.join(' and ')}${slowest}` : ''
    console.log(`${cells.map((cell) => cell.padStart(16)).join('')}  ${work.name}${verdict}`)
    if (over.length > 0) process.exitCode = 1
  }
  console.log(`Goals: ${goals.paint} ms, ${goals.interaction} ms, ${goals.shift}; processor slowed ${slowdown} times`)
  console.log(`Load of the machine now ${loadOfMachine()}`)
}

await withDemoBrowser(async (browser, baseUrl) => {
  if (!isOnlyLighthouse) await measurePages(browser, baseUrl)
  if ((await measureLighthouse(baseUrl, rounds, only)) > 0) process.exitCode = 1
})
if (isSmallest) process.exitCode = 0

async function measure(
  browser: Browser,
  baseUrl: string,
  as: BrowserContextOptions,
  { path, act }: Work,
): Promise<Seen> {
  const context = await browser.newContext(as)
  const page = await context.newPage()
  const workOf = await watchSpeed(page)
  await page.goto(`${baseUrl}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  const loaded = await seenBy(page)
  const loading = await workOf()
  await forgetEvents(page)
  await act(page)
  const { interaction, slowest } = await seenBy(page)
  const acting = await workOf()
  await context.close()
  return { ...loaded, interaction, slowest, loading, acting }
}

function loadOfMachine(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(', ')
}

type Measure = 'firstByte' | 'loading' | 'acting' | Goal

function isGoal(key: Measure): key is Goal {
  return key in goals
}
function sorted(seen: readonly Seen[], key: Measure): number[] {
  return seen.map((one) => one[key]).sort((a, b) => a - b)
}
function bestOf(seen: readonly Seen[], key: Measure): number {
  return sorted(seen, key)[0] ?? 0
}
function medianOf(seen: readonly Seen[], key: Measure): number {
  return sorted(seen, key)[seen.length >> 1] ?? 0
}
