import type { CDPSession, Page } from 'playwright'

/** Factor by which the processor of the pages is slowed. */
export const slowdown = 4

/** Measurements of a page, in milliseconds; `shift` is the layout shift score. */
export type Seen = {
  readonly firstByte: number
  readonly paint: number
  readonly shift: number
  /** The longest time from a key or click to the next frame, and which event it was. */
  readonly interaction: number
  readonly slowest: string
}

/** Slows the processor of a page and returns its DevTools session. */
async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return session
}

/**
 * Slows the processor of a page and watches it. The returned function gives the processor time of the main thread since
 * the last call, which other work on the machine does not increase.
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

/** The measurements of the current page, after the frame of the last event. */
export const seenBy = (page: Page): Promise<Seen> =>
  page.evaluate(async () => {
    // An event is reported after the next frame.
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
