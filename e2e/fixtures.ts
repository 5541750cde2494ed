import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from 'playwright/test'
import type { Role } from '#lib/contracts/endpoint.ts'
import { noteSecretOf, noteSecrets } from './kept-secrets.ts'
import { signIn } from './sign-in.ts'
import { readWorld, type World } from './world.ts'

type Fixtures = {
  world: World
  tokens: World['tokens']
  /** Signs the browser in as the first demo account of a role, without typing. */
  signInAs: (role: Role) => Promise<void>
  /** Fails on any axe violation (WCAG 2.2 AA) of the page as it stands. */
  expectAccessible: () => Promise<void>
  /** Errors that a test brings about on purpose: console messages that match are not held against it. */
  expectConsoleErrors: (pattern: RegExp) => void
  consoleGuard: undefined
}

const expectedErrors = new WeakMap<BrowserContext, RegExp[]>()

export const test = base.extend<Fixtures>({
  world: async ({ browserName: _browserName }, use) => use(readWorld()),
  tokens: async ({ world }, use) => use(world.tokens),
  baseURL: async ({ world }, use, { project }) =>
    use(project.metadata.server === 'next' ? world.next : world.production),
  signInAs: async ({ context, baseURL }, use) => use((role) => signIn(context, baseURL ?? '', role)),
  expectAccessible: async ({ page }, use) => use(() => expectNoViolations(page)),
  expectConsoleErrors: async ({ context }, use) => {
    await use((pattern) => {
      expectedErrors.set(context, [...(expectedErrors.get(context) ?? []), pattern])
    })
  },
  consoleGuard: [
    async ({ context }, use) => {
      const surprises: string[] = []
      await context.addInitScript(tellViolations)
      context.on('request', (request) => noteSecretOf(request.url()))
      context.on('console', (message) => message.type() === 'error' && surprises.push(message.text()))
      context.on('weberror', (event) => surprises.push(String(event.error())))
      await use(undefined)
      const session = (await context.cookies()).filter(({ name }) => /session-token/.test(name))
      noteSecrets(...session.map(({ value }) => value))
      const patterns = expectedErrors.get(context) ?? []
      expect(
        surprises.filter((text) => !patterns.some((pattern) => pattern.test(text))),
        'console errors that the test did not expect',
      ).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Says each violation of the content security policy as an error of the page, whatever Chromium itself makes of it. */
const tellViolations = () =>
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    console.error(`The content security policy was violated: ${violatedDirective} by ${blockedURI} in ${sourceFile}`),
  )

async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const told = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.target).join('\n  ')}`,
  )
  expect(told).toEqual([])
}
