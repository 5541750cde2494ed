import { once } from 'node:events'
import { launch } from 'puppeteer-core'
import { writtenReview } from '#e2e/support/main-pages.ts'
import { type OwnServer, withOwnServer } from '#e2e/support/own-server.ts'
import { withProgram } from '#e2e/support/resources.ts'
import { freePort, waitUntilAccepted } from '#e2e/support/server-process.ts'
import { waitUntil } from '#e2e/support/wait-until.ts'
import { Improvement } from '#lib/contracts/improvements.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { demoAccounts, demoPassword } from '#server/demo/accounts.ts'
import { type Claim, findProgram, notInstalled, skipped, toVerdict } from './claim.ts'
import { callServer, postImprovement } from './crash/call-server.ts'

/** A control of a page, by a selector and the beginning of its accessible name. */
type Control = readonly [selector: string, name: string]

const manager = demoAccounts.find(({ role }) => role === 'manager')?.email ?? ''

export const otherBrowsers: Claim = {
  name: 'other-browsers',
  async prove(ground) {
    const [firefox, webkit, screen] = ['firefox-esr', 'WebKitWebDriver', 'Xvfb'].map(findProgram)
    const missing = [
      ...(firefox ? [] : [notInstalled('Firefox', 'firefox-esr')]),
      ...(webkit && screen ? [] : [notInstalled('WebKitGTK with its driver and a screen', 'webkit2gtk-driver xvfb')]),
    ].map((reason) => `skipped: ${reason}`)
    if (missing.length === 2) return skipped(missing.join('; '))
    return withOwnServer(ground, async (own) => {
      const figures: string[] = []
      const faults: string[] = []
      const drive = async (driver: Driver) => {
        const began = performance.now()
        try {
          const found = await travel(driver, own)
          figures.push(`${driver.version}: ${found}, ${Math.round((performance.now() - began) / 1000)} s`)
        } catch (error) {
          faults.push(`${driver.version}: ${error instanceof Error ? error.message : error}`)
        }
      }
      if (firefox) await withFirefox(firefox, drive)
      if (webkit && screen) await withWebKit(webkit, screen, drive)
      return toVerdict([...figures, ...missing].join('; '), faults, figures.length > 0)
    })
  },
}

/**
 * Signs in, writes in a review, finishes an action and filters the history; throws if a page does not show the result.
 */
async function travel(driver: Driver, { server, tokens }: OwnServer): Promise<string> {
  const page = openPage(driver)
  const words = `Written in ${driver.version}.`
  const open = (path: string) => driver.goto(`${server.baseUrl}${path}`)
  await open(`${pagePaths.signIn}?callbackUrl=${encodeURIComponent(writtenReview)}`)
  await page.type(['input', 'E-mail'], manager)
  await page.type(['input', 'Password'], demoPassword)
  await page.click(['button', 'Sign in'])

  const notes: Control = ['textarea', 'Notes']
  await page.type(notes, words)
  await page.until('the notes are saved', async () => (await page.find(['*', 'Saved just now'])) !== null)
  await open(writtenReview)
  await page.until('the notes are stored', async () => (await page.find(notes))?.value.includes(words) ?? false)

  const sent = postImprovement('Rehearse in another browser', { authorization: `Bearer ${tokens.itsm.write}` })
  const { id } = Improvement.parse((await callServer(server, sent))?.body)
  await open(pagePaths.improvement(id))
  await page.click(['button', 'Mark as done'])
  await page.type(['[role=dialog] textarea', 'Evidence of completion'], words)
  await page.click(['[role=dialog] button', 'Mark as done'])
  const status: Control = ['button', 'Status of']
  await page.until('the action is done', async () => (await page.find(status))?.name.endsWith('Done') ?? false)

  // By links: WebKit abandons a URL that is opened while Next.js still writes the current one.
  for (const name of ['Administration', 'History']) await page.click(['nav a', name])
  await page.until('the history is shown', async () => (await page.find(['button', 'Apply'])) !== null)
  const all = await page.count('tbody tr')
  const from: Control = ['input', 'From']
  await page.set(from, '2020-02-29')
  await page.type(['input', 'Record'], id)
  await page.click(['button', 'Apply'])
  let some = 0
  const count = async () => (some = await page.count('tbody tr'))
  await page.until('the history has fewer rows', async () => (await count()) > 0 && some < all)
  await page.until('its first day stays', async () => (await page.find(from))?.value === '29 Feb 2020')
  return `notes stored, action done, ${some} of ${all} rows of the history`
}

/** Actions of a person in a page, each as soon as the page allows it. */
function openPage(driver: Driver) {
  const run = async <Value, Args extends readonly unknown[]>(inPage: (...args: Args) => Value, ...args: Args) => {
    const value: Value = JSON.parse(await driver.evaluate(`(${inPage})(...${JSON.stringify(args)})`))
    return value
  }
  /** A page that is being replaced does not answer; the error names the content that it shows in the end. */
  const until = async (what: string, isSo: () => Promise<boolean>) => {
    try {
      await waitUntil(what, () => isSo().catch(() => false), { timeoutMs: 20_000 })
    } catch (error) {
      throw new Error(`${error} The page shows: ${await run(() => document.querySelector('main')?.textContent)}`)
    }
  }
  const find = (target: Control) => run(locate, target)
  const click = async (target: Control) => {
    await until(`${target.join(' ')} can be clicked`, async () => (await find(target))?.isFree ?? false)
    const { x = 0, y = 0 } = (await find(target)) ?? {}
    await driver.click(x, y)
  }
  return {
    until,
    find,
    click,
    count: (selector: string) => run((wanted) => document.querySelectorAll(wanted).length, selector),
    async type(target: Control, text: string) {
      await click(target)
      await driver.type(text)
    },
    /** Sets a date, which people would type in the order of their language. */
    set: (target: Control, date: string) => run(locate, target, date),
  }
}

/** The first visible control: name, value, centre, whether nothing covers it. Sets a given date. Runs in the page. */
function locate([selector, start]: Control, date?: string) {
  for (const element of document.querySelectorAll<HTMLInputElement>(selector)) {
    const name = (element.ariaLabel ?? (element.labels?.[0] ?? element).textContent ?? '').trim()
    if (!name.startsWith(start) || element.getClientRects().length === 0) continue
    if (date !== undefined) {
      // As React notices it.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, date)
      element.dispatchEvent(new Event('input', { bubbles: true }))
    }
    element.scrollIntoView({ behavior: 'instant', block: 'center' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const x = Math.round(left + width / 2)
    const y = Math.round(top + height / 2)
    const isFree = !element.matches(':disabled') && element.contains(document.elementFromPoint(x, y))
    return { name, value: element.value, x, y, isFree }
  }
  return null
}

/** A window of a browser. */
type Driver = {
  /** Name and version that the browser reports. */
  readonly version: string
  goto(url: string): Promise<unknown>
  /** The value of an expression in the page, as JSON. */
  evaluate(expression: string): Promise<string>
  /** Presses the mouse at a point of the window. */
  click(x: number, y: number): Promise<void>
  /** Presses the keys of a text. */
  type(text: string): Promise<void>
}

/** Firefox without a screen and with an empty profile, by WebDriver BiDi. */
async function withFirefox<Result>(program: string, use: (driver: Driver) => Promise<Result>): Promise<Result> {
  const browser = await launch({ browser: 'firefox', executablePath: program })
  try {
    const page = await browser.newPage()
    return await use({
      version: (await browser.version()).replace('/', ' '),
      goto: (url) => page.goto(url),
      evaluate: (expression) => page.evaluate(`JSON.stringify(${expression})`) as Promise<string>,
      click: (x, y) => page.mouse.click(x, y),
      type: (text) => page.keyboard.type(text),
    })
  } finally {
    await browser.close()
  }
}

/** The small browser of WebKitGTK on a virtual screen, by WebDriver. */
async function withWebKit<Result>(
  program: string,
  screen: string,
  use: (driver: Driver) => Promise<Result>,
): Promise<Result> {
  const port = await freePort()
  const inScreen = async (display: string) =>
    withProgram(
      [program, `--port=${port}`],
      async () => {
        await waitUntilAccepted(port)
        const send = async (method: 'POST' | 'DELETE', path: string, body: object = {}) => {
          const init = { method, body: JSON.stringify(body) }
          const response = await fetch(`http://127.0.0.1:${port}/session${path}`, init)
          const { value } = JSON.parse(await response.text())
          if (!response.ok) throw new Error(value.message)
          return value
        }
        const { sessionId, capabilities } = await send('POST', '', { capabilities: {} })
        const act = (device: object, actions: readonly object[]) =>
          send('POST', `/${sessionId}/actions`, { actions: [{ ...device, actions }] })
        return use({
          version: `WebKitGTK ${capabilities.browserVersion}`,
          goto: (url) => send('POST', `/${sessionId}/url`, { url }),
          evaluate: (expression) =>
            send('POST', `/${sessionId}/execute/sync`, { script: `return JSON.stringify(${expression})`, args: [] }),
          click: (x, y) =>
            act({ type: 'pointer', id: 'mouse' }, [{ type: 'pointerMove', x, y }, ...press('pointer', { button: 0 })]),
          type: (text) =>
            act(
              { type: 'key', id: 'keyboard' },
              [...text].flatMap((value) => press('key', { value })),
            ),
        }).finally(() => send('DELETE', `/${sessionId}`))
      },
      { stdio: 'ignore', env: { ...process.env, DISPLAY: display } },
    )
  return withProgram(
    [screen, '-screen', '0', '1280x1024x24', '-nolisten', 'tcp', '-displayfd', '3'],
    async ({ stdio }) => {
      const [line] = await once(stdio[3] as NodeJS.ReadableStream, 'data')
      return inScreen(`:${String(line).trim()}`)
    },
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
}

/** An action of WebDriver that presses a button or key, and one that releases it. */
const press = (kind: 'pointer' | 'key', which: object) =>
  ['Down', 'Up'].map((way) => ({ type: `${kind}${way}`, ...which }))
