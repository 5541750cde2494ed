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
  timeout: 360_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  // The pictures and snapshots of a trace take a sixth of the processor's time: only what is tried again is traced.
  use: {
    launchOptions: await findLaunchOptions(),
    // No test is about an animation, and drawing one takes the processor's time.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    actionTimeout: 60_000,
  },
  // A second try tells a slow machine from a defect: `npm test` names what needed one, and refuses it if strict.
  retries: 1,
  projects: [
    { name: 'api', testMatch: 'api/*.spec.ts' },
    { name: 'pages', testMatch: 'browser/*.spec.ts' },
    // Not in `npm test`: packaging, installation, and the commands of the documents.
    { name: 'nightly', testMatch: 'nightly/*.spec.ts' },
  ],
})
