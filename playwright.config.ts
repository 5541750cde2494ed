import { defineConfig } from 'playwright/test'
import { findLaunchOptions } from '#e2e/support/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  // Node runs TypeScript itself: compiling everything that the tests import took each run twice the processor's time.
  build: { external: ['**/*.ts'] },
  outputDir: 'test-results',
  globalSetup: './e2e/support/start-servers.ts',
  fullyParallel: true,
  forbidOnly: true,
  // One more than the cores of a small machine: a part of the time is spent waiting.
  workers: 3,
  // A shared machine may be eight times slower than a quiet one: only a real fault waits that long.
  timeout: 180_000,
  expect: { timeout: 40_000 },
  reporter: 'list',
  // The pictures and snapshots of a trace take a sixth of the processor's time: only what is tried again is traced.
  use: {
    launchOptions: await findLaunchOptions(),
    // No test is about an animation, and drawing one takes the processor's time.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    actionTimeout: 40_000,
  },
  projects: [
    { name: 'api', testMatch: 'api/**/*.spec.ts', grepInvert: /@next/, metadata: { server: 'production' } },
    // The handlers are those of the production entry: what is proven here is how Next leads to them.
    {
      name: 'api-next',
      testMatch: 'api/**/*.spec.ts',
      testIgnore: '**/*.production.spec.ts',
      grepInvert: /@production/,
      metadata: { server: 'next' },
    },
    {
      name: 'pages',
      testMatch: 'browser/*.spec.ts',
      metadata: { server: 'production' },
      // A browser on a busy machine may miss a moment; the second try tells a slow machine from a defect.
      retries: 1,
    },
  ],
})
