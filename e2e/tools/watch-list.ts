import type { Page } from 'playwright'

/** What it took to show a list. Milliseconds. */
export type ListShown = {
  /** From the key or click to the picture with the rows that it asked for; of a page just opened, its largest paint. */
  readonly shown: number
  /** Of that: the longest wait for an answer of the server. */
  readonly waited: number
}

/** Watches what is shown in a page from the next address on. */
export async function watchList(page: Page): Promise<void> {
  await page.addInitScript(watch)
}

/** How long the rows took that the last key or click asked for; where there was none, those that the page came with. */
export const listShown = (page: Page): Promise<ListShown> =>
  page.evaluate(() => Reflect.get(window, 'listShown')() as Promise<ListShown>)

/** Runs in the page. */
function watch(): void {
  let paint = 0
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) paint = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })

  const frame = () => new Promise<number>(requestAnimationFrame)
  const isThere = () =>
    document.querySelector('main nav[aria-label="Pages"]') !== null &&
    document.querySelector('main .animate-pulse') === null

  // The address is put in place in the very turn in which its rows are.
  let [asked, shown] = [0, Promise.resolve(0)]
  const follow = async (at: number, before: string) => {
    while (location.href === before || !isThere()) {
      if (asked !== at) return 0
      await frame()
    }
    // The picture is made after the callbacks of its frame.
    await frame()
    await new Promise((painted) => setTimeout(painted))
    return performance.now()
  }
  const note = ({ timeStamp }: Event) => {
    asked = timeStamp
    shown = follow(timeStamp, location.href)
  }
  addEventListener('click', note, true)
  addEventListener('keydown', note, true)

  const listShown = async (): Promise<ListShown> => {
    const end = asked === 0 ? paint : await shown
    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    const waits = (entries as PerformanceResourceTiming[])
      .filter(({ initiatorType, startTime }) => /^(navigation|fetch)$/.test(initiatorType) && startTime >= asked)
      .filter(({ responseEnd }) => responseEnd <= end)
      .map(({ requestStart, responseEnd }) => responseEnd - requestStart)
    return { shown: end - asked, waited: Math.max(0, ...waits) }
  }
  Object.assign(window, { listShown })
}
