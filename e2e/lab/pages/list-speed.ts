import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright'
import { withScaleServers } from '#e2e/lab/bench/scale/scale-servers.ts'
import { median } from '#e2e/lab/bench/statistics.ts'
import { type ListAction, listActions } from './list-actions.ts'
import { type ListShown, listShown, watchList } from './watch-list.ts'

/** Maximum ratio of large to small lists. */
const goal = 1.5
/** Rows of the longest small list: every list has several pages. */
const fewRows = 1_000

type Side = { readonly size: number; readonly baseUrl: string; readonly context: BrowserContext }
type Seen = ListShown & { readonly requests: number }

/**
 * Compares lists of `rows` rows with lists of a thousand in the browser: each action runs on both in turn, with another
 * value each time. Returns how many exceed the goal.
 */
export async function measureLists(rows: number, rounds: number, only: string): Promise<number> {
  let over = 0
  await withScaleServers([fewRows, rows], async (servers) => {
    const sides: Side[] = []
    for (const { size, baseUrl, openAs } of servers) sides.push({ size, baseUrl, context: await openAs('manager') })
    const heads = sides.flatMap(({ size }) => [`${size.toLocaleString('en')} rows`, 'server', 'requests'])
    console.log(`Median of ${rounds} rounds, ms; the longest response of the server; number of requests\n`)
    console.log(`${heads.map((head) => head.padStart(14)).join('')}   ratio`)
    for (const action of listActions.filter(({ name }) => name.includes(only))) {
      const seen = sides.map((): Seen[] => [])
      for (let round = 0; round <= rounds; round += 1) {
        for (const [index, side] of sides.entries()) {
          const one = await measure(side, action, round)
          // The first round warms up both servers.
          if (round > 0) seen[index]?.push(one)
        }
      }
      const [few = 0, many = 0] = seen.map((all) => medianOf(all, 'shown'))
      const ratio = many / few
      if (ratio > goal) over += 1
      const cells = seen.flatMap((all) => [
        medianOf(all, 'shown').toFixed(0),
        medianOf(all, 'waited').toFixed(0),
        medianOf(all, 'requests').toFixed(0),
      ])
      const verdict = ratio > goal ? ': over' : ''
      console.log(
        `${cells.map((cell) => cell.padStart(14)).join('')}${ratio.toFixed(2).padStart(8)}  ${action.name}${verdict}`,
      )
    }
    console.log(`Goal: ${goal}; the processor is not slowed`)
  })
  return over
}

async function measure({ baseUrl, context }: Side, { path, act }: ListAction, round: number): Promise<Seen> {
  const page = await context.newPage()
  try {
    await watchList(page)
    const quiet = watchRequests(page)
    await page.goto(`${baseUrl}${path}`)
    const opened = await quiet()
    await act?.(page, round)
    const shown = await listShown(page)
    return { ...shown, requests: act ? await quiet() : opened }
  } finally {
    await page.close()
  }
}

/** Counts requests of a page, except for files. The returned function waits until they end and returns the new ones. */
function watchRequests(page: Page): () => Promise<number> {
  let [requestsSince, open, last] = [0, 0, performance.now()]
  const isOfServer = (url: string) => !url.includes('/_next/static/')
  page.on('request', (request) => {
    open += 1
    if (isOfServer(request.url())) requestsSince += 1
  })
  const end = () => {
    open -= 1
    last = performance.now()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async () => {
    while (open > 0 || performance.now() - last < 300) await wait(50)
    const since = requestsSince
    requestsSince = 0
    return since
  }
}

const medianOf = (seen: readonly Seen[], key: keyof Seen) => median(seen.map((one) => one[key]))
