import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { projectDir } from '#server/platform/project-dir.ts'
import { makeTemporaryFolder } from './temporary-folder.mjs'

/**
 * The trial of a script in package.json: by `npm test` itself as one of its steps, by a test file that names it, or in
 * its smallest form with these arguments, in `npm test` or at night by `npm run test:nightly`. `{folder}` is an empty
 * folder.
 */
type Trial =
  | { readonly step: string }
  | { readonly test: string }
  | { readonly consistsOf: readonly string[] }
  | { readonly run: readonly string[] }
  | { readonly laboratory: readonly string[] }
  | { readonly notRun: string }

const step = (word: string): Trial => ({ step: word })
const toTestTrial = (file: string): Trial => ({ test: file })
const run = (...args: string[]): Trial => ({ run: args })
const toLaboratoryTrial = (...args: string[]): Trial => ({ laboratory: args })
const commandTests = toTestTrial('server/cli/deployment.test.ts')

export const trials: Readonly<Record<string, Trial>> = {
  quickstart: toTestTrial('server/cli/quickstart.test.ts'),
  test: { notRun: 'it runs this test' },
  generate: step("'generate'"),
  dev: { notRun: 'next dev compiles what next build compiles, and would write to the same folder' },
  build: toTestTrial('server/cli/quickstart.test.ts'),
  'build:server': step("'build:server'"),
  'build:pages': step("'build:pages'"),
  start: commandTests,
  check: { consistsOf: ['generate', 'lint', 'types', 'boundaries', 'test:unit'] },
  budgets: step("'budgets'"),
  lint: step("'lint'"),
  'lint:openapi': run(),
  format: { notRun: 'lint checks the same without writing' },
  types: step("'types'"),
  boundaries: step("'boundaries'"),
  'dead-code': step("'dead-code'"),
  'test:unit': step("'vitest'"),
  'test:server': step("'vitest'"),
  'test:e2e': step("'playwright'"),
  'test:nightly': { notRun: 'it runs what takes long, at night' },
  'plant-faults': { notRun: 'it runs the tests of each fault, at night' },
  account: commandTests,
  token: commandTests,
  seed: commandTests,
  connection: commandTests,
  import: commandTests,
  ledger: toTestTrial('server/cli/ledger.test.ts'),
  'db:migrate': commandTests,
  'db:generate': toTestTrial('server/platform/db/migrate/schema-drift.test.ts'),
  'postdb:generate': { notRun: 'npm runs it after db:generate; the test of the schema expects its result' },
  'db:backup': commandTests,
  'db:restore': commandTests,
  'production-files': toTestTrial('e2e/nightly/package.spec.ts'),
  package: toTestTrial('e2e/nightly/package.spec.ts'),
  secret: commandTests,
  sbom: toTestTrial('server/cli/lockfile.test.ts'),
  bench: toLaboratoryTrial('--smallest'),
  'bench:pages': toLaboratoryTrial('--smallest'),
  'measure:ranking': toLaboratoryTrial(),
  prove: toLaboratoryTrial('--quick', 'end-in-order'),
  'try-image': run('--steps'),
  screenshots: toLaboratoryTrial('today', '--to', '{folder}'),
  'page-speed': toLaboratoryTrial('knowledge', '--smallest'),
}

/** Lists the scripts that are tried in one way, with the value of the trial. */
export const listTrials = <Key extends string>(key: Key) =>
  Object.entries(trials).flatMap(([name, trial]) => (key in trial ? [[name, trial[key as never]] as const] : []))

/** Runs a script of package.json and expects that it succeeds. */
export async function tryScript(script: string, args: readonly string[]): Promise<void> {
  const folder = makeTemporaryFolder('hindsight-smallest-')
  const child = spawn('npm', ['run', '--silent', script, '--', ...args.map((arg) => arg.replace('{folder}', folder))], {
    cwd: projectDir(),
    // A separate temporary folder, as cached files would belong to another version.
    env: { ...process.env, TMPDIR: folder, DATABASE_URL: '', NODE_ENV: 'production', HINDSIGHT_LOG_LEVEL: 'info' },
  })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  expect(code, `${output}${errors}`).toBe(0)
}
