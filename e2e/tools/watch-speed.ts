import type { CDPSession, Page } from 'playwright'

/** How many times slower the processor of the pages is made. */
export const slowdown = 4

/** What a page tells of itself. Milliseconds; `shift` is the share of the view that moved by itself. */
export type Seen = {
  readonly firstByte: number
  readonly paint: number
  readonly shift: number
  /** The longest time from a key or click to the next picture, and what it was. */
  readonly interaction: number
  readonly slowest: string
}

/** Slows the processor of a page; gives what else can be asked of its Chromium. */
async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return session
}

/**
 * Slows the processor of a page and watches what is loaded in it from now on. Asked, tells how long its main thread has
 * worked since the last question: time of the processor, which other work on the machine does not add to.
 */
export async function watchSpeed(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(watch)
  const session = await slowDown(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  let before = 0
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const total = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
    const since = total - before
    before = total
    return since
  }
}

/** What was seen in the page at hand, once the last event has its picture. */
export const seenBy = (page: Page): Promise<Seen> =>
  page.evaluate(async () => {
    // An event is told of after the picture that follows it.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100))))
    return Reflect.get(window, 'seen')
  })

/** Counts events from here on. */
export const forgetEvents = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.assign(Reflect.get(window, 'seen'), { interaction: 0, slowest: '' })
  })

/** Runs in the page. */
function watch(): void {
  type Entry = PerformanceEntry & { value?: number; hadRecentInput?: boolean; interactionId?: number; target?: Element }
  const seen = { firstByte: 0, paint: 0, shift: 0, interaction: 0, slowest: '' }
  Object.assign(window, { seen })
  const observe = (type: string, take: (entry: Entry) => void, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more })
  observe('navigation', (entry) => {
    seen.firstByte = (entry as PerformanceNavigationTiming).responseStart
  })
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.paint = startTime
  })
  observe('layout-shift', ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value
  })
  const keepLongest = ({ name, duration, interactionId, target }: Entry) => {
    if (!interactionId || duration <= seen.interaction) return
    Object.assign(seen, { interaction: duration, slowest: `${name} ${target?.tagName.toLowerCase() ?? ''}`.trim() })
  }
  observe('event', keepLongest, { durationThreshold: 16 })
}
