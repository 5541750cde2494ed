import axe from 'axe-core'
import { type BrowserContext, type BrowserContextOptions, expect, type Page } from 'playwright/test'
import type { Role } from '#lib/contracts/endpoint.ts'
import { addAccount, type OwnAccount } from './own-account.ts'
import { addOwedReview, type OwnReview, openReview } from './own-review.ts'
import { type EmptyServer, type OwnServer, withEmptyServer, withOwnServer } from './own-server.ts'
import { recordLinkSecret, recordSessions } from './recorded-secrets.ts'
import { signIn, signInWith } from './sign-in.ts'
import { test as base } from './world-fixtures.ts'

type Fixtures = {
  /** Signs the browser in as the first demo account of a role, without typing. */
  signInAs: (role: Role) => Promise<void>
  /** Signs the browser in as a new account of a role. */
  signInAsOwn: (role: Role) => Promise<OwnAccount>
  /** Signs a person in with another browser, which is closed after the test. */
  signInElsewhere: (person: OwnAccount, options?: BrowserContextOptions) => Promise<BrowserContext>
  /** Signs in as a reviewer, and opens the review of a new change at a step. */
  openOwnReview: (step: string) => Promise<OwnReview>
  /** Runs a test against a production server with demo data in its own database. */
  onOwnServer: OnServer<OwnServer>
  /** Runs a test against a production server on an empty database, as a new installation. */
  onEmptyServer: OnServer<EmptyServer>
  consoleGuard: undefined
}

type OnServer<Server> = (use: (server: Server) => Promise<void>, env?: Record<string, string>) => Promise<void>

const expectedErrors = new WeakMap<BrowserContext, RegExp[]>()

/** Says which console messages a test causes on purpose; matching ones do not fail it. */
export function expectConsoleErrors(page: Page, pattern: RegExp): void {
  const context = page.context()
  expectedErrors.set(context, [...(expectedErrors.get(context) ?? []), pattern])
}

export const test = base.extend<Fixtures>({
  signInAs: async ({ context, baseURL }, use) => use((role) => signIn(context, baseURL ?? '', role)),
  signInAsOwn: async ({ context, baseURL }, use) =>
    use(async (role) => {
      const account = await addAccount(role)
      await signInWith(context.request, baseURL ?? '', account)
      return account
    }),
  signInElsewhere: async ({ browser, baseURL }, use) => {
    const opened: BrowserContext[] = []
    await use(async (person, options) => {
      const context = await browser.newContext({ baseURL: baseURL ?? '', ...options })
      opened.push(context)
      await signInWith(context.request, baseURL ?? '', person)
      return context
    })
    for (const context of opened) await context.close()
  },
  openOwnReview: async ({ page, signInAs }, use) =>
    use(async (step) => {
      const ownReview = await addOwedReview()
      await signInAs('reviewer')
      await openReview(page, ownReview, step)
      return ownReview
    }),
  onOwnServer: async ({ context, world }, use) =>
    use((work, env) => withOwnServer(world, thenLeave(context, work), env)),
  onEmptyServer: async ({ context, world }, use) =>
    use((work, env) => withEmptyServer(world, thenLeave(context, work), env)),
  consoleGuard: [
    async ({ context }, use) => {
      const unexpected: string[] = []
      await context.addInitScript(reportViolations)
      context.on('request', (request) => recordLinkSecret(request.url()))
      context.on('console', (message) => message.type() === 'error' && unexpected.push(message.text()))
      context.on('weberror', (event) => unexpected.push(String(event.error())))
      await use(undefined)
      recordSessions(await context.cookies())
      const patterns = expectedErrors.get(context) ?? []
      expect(
        unexpected.filter((text) => !patterns.some((pattern) => pattern.test(text))),
        'console errors that the test did not expect',
      ).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Reports each violation of the content security policy as a page error, whatever Chromium does with it. */
const reportViolations = () =>
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    console.error(`The content security policy was violated: ${violatedDirective} by ${blockedURI} in ${sourceFile}`),
  )

/** Leaves the pages of a server before it stops: a page that still polls would report a refused connection. */
const thenLeave =
  <Server>(context: BrowserContext, work: (server: Server) => Promise<void>) =>
  async (server: Server) => {
    await work(server)
    await Promise.all(context.pages().map((page) => page.goto('about:blank')))
  }

const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type RunOnly = { type: 'rule' | 'tag'; values: string[] }

/**
 * Fails on any axe violation (WCAG 2.2 AA) of the current page, or on those of some rules. Axe runs in the page itself,
 * injected once per document.
 */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  expect(page.frames(), 'frames of the page; axe would check only the first').toHaveLength(1)
  // After a navigation in the browser the title arrives later than the content.
  await expect(page).toHaveTitle(/\S/)
  await page.waitForFunction(isTakenOver)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const runOnly: RunOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: axeTags }
  expect(await page.evaluate(violationsOfPage, runOnly)).toEqual([])
}

/** Runs in the page. True once React has taken it over: no control is inert, and it has the colours of its theme. */
function isTakenOver(): boolean {
  if (document.querySelector('[inert]')) return false
  const { classList } = document.documentElement
  if (!classList.contains('light') && !classList.contains('dark')) return true
  const chosen = localStorage.getItem('hindsight-theme') ?? 'system'
  const ofSystem = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  return classList.contains(chosen === 'system' ? ofSystem : chosen)
}

/** Runs in the page. Waits for colour transitions to end. */
async function violationsOfPage(runOnly: RunOnly): Promise<string[]> {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const ends = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(ends.map(({ finished }) => finished))
  // Fresh data of the page replace its title, which is gone for a moment.
  while (document.title === '') await new Promise(requestAnimationFrame)
  const { run }: Pick<typeof axe, 'run'> = Reflect.get(window, 'axe')
  // The page behind a modal dialog is hidden from everybody, and the crawl checks it.
  const isBehind = document.querySelector('main')?.closest('[aria-hidden="true"]') != null
  const dialogs = isBehind ? [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')] : []
  const include = dialogs.length > 0 ? dialogs : [document.documentElement]
  // Of stacked toasts only the front one shows its content. A tooltip belongs to its control, not to a landmark.
  const toasts = '[data-sonner-toast][data-front="false"][data-expanded="false"]'
  const exclude = [toasts, '[data-radix-popper-content-wrapper]:has([role="tooltip"])']
  // Style sheets and media would be loaded again for audio and video, which no page plays by itself.
  const { violations } = await run({ include, exclude }, { runOnly, resultTypes: ['violations'], preload: false })
  return violations.map(({ id, help, nodes }) =>
    [`${id}: ${help}`, ...nodes.map(({ target, failureSummary }) => `${target}: ${failureSummary}`)].join('\n  '),
  )
}
