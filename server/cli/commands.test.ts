import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { projectDir } from '#server/platform/project-dir.ts'
import { makeTemporaryFolder } from './temporary-folder.mjs'

/**
 * How a script of package.json is tried: by `npm test` itself as one of its steps, by a test file that names it, or in
 * its smallest form below, with these arguments. `{folder}` is an empty folder.
 */
type Trial =
  | { readonly step: string }
  | { readonly test: string }
  | { readonly consistsOf: readonly string[] }
  | { readonly run: readonly string[] }
  | { readonly notRun: string }

const step = (word: string): Trial => ({ step: word })
const testedBy = (file: string): Trial => ({ test: file })
const run = (...args: string[]): Trial => ({ run: args })
const commandTests = testedBy('server/cli/deployment.test.ts')

const trials: Readonly<Record<string, Trial>> = {
  quickstart: testedBy('server/cli/quickstart.test.ts'),
  test: { notRun: 'it runs this test' },
  generate: step("'generate'"),
  dev: { notRun: 'next dev compiles what next build compiles, and would write to the same folder' },
  build: step("'build'"),
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
  account: commandTests,
  token: commandTests,
  seed: commandTests,
  connection: commandTests,
  import: commandTests,
  ledger: testedBy('server/cli/ledger.test.ts'),
  'db:migrate': commandTests,
  'db:generate': testedBy('server/platform/db/schema-drift.test.ts'),
  'db:backup': commandTests,
  'db:restore': commandTests,
  'production-files': testedBy('e2e/api/package.production.spec.ts'),
  package: testedBy('e2e/api/package.production.spec.ts'),
  secret: commandTests,
  sbom: testedBy('server/cli/lockfile.test.ts'),
  bench: run('--smallest'),
  'bench:pages': run('--smallest'),
  'measure:ranking': run(),
  prove: run('--quick', 'refuse-unsigned-events'),
  'try-image': run('--steps'),
  screenshots: run('today', '--to', '{folder}'),
  'page-speed': run('knowledge', '--smallest'),
}

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(projectDir(), 'package.json'), 'utf8'),
)
const readSource = (file: string) => readFileSync(join(projectDir(), file), 'utf8')
const trialsBy = <Key extends string>(key: Key) =>
  Object.entries(trials).flatMap(([name, trial]) => (key in trial ? [[name, trial[key as never]] as const] : []))

test('every script of package.json is tried', () => {
  expect(Object.keys(trials).toSorted()).toEqual(Object.keys(scripts).toSorted())
})

test('the steps of npm test and the test files name the scripts that they try', () => {
  const steps = readSource('server/cli/run-tests.mjs')
  expect(trialsBy('step').filter(([, word]) => !steps.includes(word))).toEqual([])
  // A test names the script or the program of the script.
  const names = (file: string, script: string) =>
    [script, ...(scripts[script]?.match(/[\w-]+(?=\.(?:m?js|ts)$)|drizzle-kit/) ?? [])].some((word) =>
      new RegExp(`['/ ]${word}['. ]`).test(readSource(file)),
    )
  expect(trialsBy('test').filter(([script, file]) => !names(file, script))).toEqual([])
  for (const [script, parts] of trialsBy('consistsOf')) {
    expect(scripts[script]?.match(/(?<=--silent )\S+/g)).toEqual(parts)
  }
})

test.each(trialsBy('run'))(
  'npm run %s works in its smallest form',
  async (script, args: readonly string[]) => {
    const folder = makeTemporaryFolder('hindsight-smallest-')
    const child = spawn(
      'npm',
      ['run', '--silent', script, '--', ...args.map((arg) => arg.replace('{folder}', folder))],
      {
        cwd: projectDir(),
        // Its own temporary folder: what it keeps for the next run would be another version's.
        env: { ...process.env, TMPDIR: folder, DATABASE_URL: '', NODE_ENV: 'production', HINDSIGHT_LOG_LEVEL: 'info' },
      },
    )
    const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    expect(code, `${output}${errors}`).toBe(0)
  },
  300_000,
)
