import type { Browser, Page } from 'playwright'
import { withDemoBrowser } from '../demo-browser.ts'
import { signIn } from '../sign-in.ts'
import { mainPages } from './main-pages.ts'

/** Milliseconds to the largest paint and to the answer of a key, and the share of the view that moves by itself. */
type Speed = { readonly paint: number; readonly interaction: number; readonly shift: number }
type Seen = { paint: number; shift: number; interaction: number }

const goals: Speed = { paint: 1200, interaction: 100, shift: 0.02 }
const rounds = 5
/** How many times slower the processor is made. */
const slowdown = 4

// The speed of the main pages in Chromium with a slowed processor, median of some rounds. Ends with 1 when one is over.
await withDemoBrowser(async (browser, baseUrl) => {
  console.log('  paint   interaction   shift')
  for (const [name, path] of Object.entries(mainPages)) {
    // The first visit makes the server ready.
    await measure(browser, baseUrl, path)
    const measured: Speed[] = []
    for (let round = 0; round < rounds; round += 1) measured.push(await measure(browser, baseUrl, path))
    const speed = medianOf(measured)
    const over = (Object.keys(goals) as (keyof Speed)[]).filter((key) => speed[key] > goals[key])
    const cells = [`${speed.paint.toFixed(0)} ms`, `${speed.interaction.toFixed(0)} ms`, speed.shift.toFixed(3)]
    const row = cells.map((cell, index) => cell.padStart([7, 13, 7][index] ?? 0)).join(' ')
    console.log(`${row}   ${name}${over.length > 0 ? `, over in ${over.join(' and ')}` : ''}`)
    if (over.length > 0) process.exitCode = 1
  }
  console.log(`Goals: ${goals.paint} ms, ${goals.interaction} ms, ${goals.shift}; processor slowed ${slowdown} times`)
})

async function measure(browser: Browser, baseUrl: string, path: string): Promise<Speed> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await signIn(context, baseUrl, 'admin')
  const page = await context.newPage()
  await page.addInitScript(watch)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(`${baseUrl}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  const { paint, shift } = await seenBy(page)
  await interact(page)
  const { interaction } = await seenBy(page)
  await context.close()
  return { paint, interaction, shift }
}

/** What is the same on every page: the list of shortcuts is opened and closed, a command is looked for. */
async function interact(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  // The parts that come with the first use are fetched before it counts.
  for (const _ of ['first', 'counted']) {
    await page.evaluate(() => Object.assign(window, { seen: { ...Reflect.get(window, 'seen'), interaction: 0 } }))
    await page.keyboard.press('?')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+k')
    await dialog.waitFor()
    await page.keyboard.type('CHG')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }
}

const seenBy = (page: Page) => page.evaluate(() => Reflect.get(window, 'seen') as Seen)

/** Runs in the page: keeps the largest paint, the sum of the shifts and the longest answer to an event. */
function watch(): void {
  type Entry = PerformanceEntry & { value?: number; hadRecentInput?: boolean; interactionId?: number }
  Object.assign(window, { seen: { paint: 0, shift: 0, interaction: 0 } })
  const seen = (): Seen => Reflect.get(window, 'seen')
  const observe = (type: string, take: (entry: Entry) => void, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more })
  observe('largest-contentful-paint', ({ startTime }) => {
    seen().paint = startTime
  })
  observe('layout-shift', ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) seen().shift += value
  })
  const keepLongest = ({ duration, interactionId }: Entry) => {
    if (interactionId) seen().interaction = Math.max(seen().interaction, duration)
  }
  observe('event', keepLongest, { durationThreshold: 16 })
}

function medianOf(measured: readonly Speed[]): Speed {
  const median = (key: keyof Speed) => measured.map((one) => one[key]).sort((a, b) => a - b)[measured.length >> 1] ?? 0
  return { paint: median('paint'), interaction: median('interaction'), shift: median('shift') }
}
