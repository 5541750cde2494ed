import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    reporters: ['default'],
    // Log lines between the test results look like failures; set the level to see them.
    env: { HINDSIGHT_LOG_LEVEL: process.env.HINDSIGHT_LOG_LEVEL ?? 'silent' },
    projects: [
      { test: { name: 'unit', include: ['lib/**/*.test.ts', 'components/**/*.test.{ts,tsx}'], testTimeout: 60_000 } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/cli/testing-bundle.ts', 'server/platform/db/testing-global-setup.ts'],
          setupFiles: ['server/platform/db/testing-warnings.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
