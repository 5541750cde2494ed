import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const unit = ['lib/**/*.test.ts', 'components/**/*.test.{ts,tsx}', 'e2e/lab/**/*.test.ts']
const server = ['server/**/*.test.ts']
/** Not in `npm test` but in `npm run test:nightly`: commands that take long, and what measures time or draws for long. */
const nightly = [
  'server/cli/laboratories.test.ts',
  'server/cli/quickstart.test.ts',
  'server/cli/stop-while-starting.test.ts',
  'lib/linear-time.test.ts',
  'server/platform/linear-time.test.ts',
  'server/platform/db/stored-worst-texts.test.ts',
  'server/platform/db/embedded/full-disk.test.ts',
  'server/platform/db/embedded/recovery.test.ts',
  'server/platform/db/embedded/refusal.test.ts',
  'server/mcp/conformance.test.ts',
]

/** Test files that replace or reload modules; they use no database. */
const mocking = globSync([...unit, ...server], { cwd: import.meta.dirname }).filter((file) =>
  /\bvi\.(?:mock|resetModules)\(/.test(readFileSync(new URL(file, import.meta.url), 'utf8')),
)

/** One more than the cores of a small machine: a third of the time is spent waiting. */
const workers = {
  maxWorkers: 3,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // What is waited for comes late on a busy machine; only the limit of the test ends it.
  expect: { poll: { timeout: 110_000 } },
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
}

const database = ['server/cli/testing-bundle.ts', 'server/platform/db/testing-global-setup.ts']

/** The files of a process share its modules: loading them for each file took a third of the time. */
const shared = {
  isolate: false,
  exclude: [...mocking, ...nightly],
  ...workers,
  setupFiles: ['server/platform/process/testing-process-wide.ts'],
}

export default defineConfig({
  test: {
    reporters: ['default'],
    // Log lines between the test results look like failures; set the level to see them.
    env: { HINDSIGHT_LOG_LEVEL: process.env.HINDSIGHT_LOG_LEVEL ?? 'silent' },
    projects: [
      {
        test: {
          name: 'unit',
          include: unit,
          ...shared,
          setupFiles: [...shared.setupFiles, 'components/ui/testing-react.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: server,
          globalSetup: database,
          execArgv: [`--import=${new URL('server/platform/db/testing-warnings.ts', import.meta.url).href}`],
          ...shared,
          exclude: [...mocking, ...nightly],
          // Node refuses how it imports JSON.
          server: { deps: { inline: ['@actions/workflow-parser'] } },
        },
      },
      { test: { name: 'nightly', include: nightly, globalSetup: database, ...workers } },
      { test: { name: 'mocking', include: mocking, ...workers } },
    ],
  },
})
