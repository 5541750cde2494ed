import { test as base } from 'playwright/test'
import { readWorld, type World } from './world.ts'

type WorldFixtures = { world: World; tokens: World['tokens'] }

/** Fixtures of API and browser tests, without opening a browser. */
export const test = base.extend<WorldFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that nothing else is needed
  world: async ({}, use) => use(readWorld()),
  tokens: async ({ world }, use) => use(world.tokens),
  baseURL: async ({ world }, use) => use(world.production),
})
