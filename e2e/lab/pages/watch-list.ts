import type { Page } from 'playwright'

/** Time to show a list, in milliseconds. */
export type ListShown = {
  /** From key or click to the frame with the requested rows; for a page just opened, its largest paint. */
  readonly shown: number
  /** Of that: the longest wait for a response. */
  readonly waited: number
}

/** Watches a page from its next navigation on. */
export async function watchList(page: Page): Promise<void> {
  await page.addInitScript(watch)
}

/** Time of the rows that the last key or click requested; without one, of the initial rows. */
export const listShown = (page: Page): Promise<ListShown> =>
  page.evaluate(() => Reflect.get(window, 'listShown')() as Promise<ListShown>)

/** Runs in the page. */
function watch(): void {
  let paint = 0
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) paint = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })

  const frame = () => new Promise<number>(requestAnimationFrame)
  const isPresent = () =>
    document.querySelector('main nav[aria-label="Pages"]') !== null &&
    document.querySelector('main .animate-pulse') === null

  // The address changes in the same task as the rows.
  let [requestedAt, shown] = [0, Promise.resolve(0)]
  const follow = async (at: number, before: string) => {
    while (location.href === before || !isPresent()) {
      if (requestedAt !== at) return 0
      await frame()
    }
    // The frame is painted after its callbacks.
    await frame()
    await new Promise((painted) => setTimeout(painted))
    return performance.now()
  }
  const note = ({ timeStamp }: Event) => {
    requestedAt = timeStamp
    shown = follow(timeStamp, location.href)
  }
  addEventListener('click', note, true)
  addEventListener('keydown', note, true)

  const listShown = async (): Promise<ListShown> => {
    const end = requestedAt === 0 ? paint : await shown
    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    const waits = (entries as PerformanceResourceTiming[])
      .filter(({ initiatorType, startTime }) => /^(navigation|fetch)$/.test(initiatorType) && startTime >= requestedAt)
      .filter(({ responseEnd }) => responseEnd <= end)
      .map(({ requestStart, responseEnd }) => responseEnd - requestStart)
    return { shown: end - requestedAt, waited: Math.max(0, ...waits) }
  }
  Object.assign(window, { listShown })
}
