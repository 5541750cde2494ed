// Every check and test, the fastest first. Ends with `N passed, N failed`. `--laboratories` also tries their commands.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isBuildStale } from './build-state.mjs'
import { installPackages, isInstalled } from './install.mjs'
import { environment, projectDir, run } from './prepare.mjs'
import { makeTemporaryFolder } from './temporary-folder.mjs'

if (!isInstalled(projectDir, { withTools: true })) {
  process.stderr.write('Installing dependencies…\n')
  const fault = await installPackages(projectDir, { withTools: true })
  if (fault !== undefined) {
    process.stderr.write(`${fault}\n`)
    process.exit(1)
  }
}
const { values: chosen } = parseArgs({ options: { laboratories: { type: 'boolean', default: false } } })
const projects = chosen.laboratories ? [] : ['--project=!laboratories']

const temporary = makeTemporaryFolder('hindsight-npm-test-')
const vitestReport = join(temporary, 'vitest.json')
const playwrightReport = join(temporary, 'playwright.json')

const readReport = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Every process of the run writes its temporary files to the folder of the run. */
const suiteEnvironment = { ...environment, TMPDIR: temporary, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport }

/** Creates a step that counts as one test. Its output is printed at its end, as others may run in parallel. */
const check = (name, script) => ({
  name,
  work: async () => {
    const output = []
    const failed = await run('npm', ['run', '--silent', script], {
      env: suiteEnvironment,
      stdio: ['ignore', 'pipe', 'pipe'],
      onOutput: (chunk) => output.push(chunk),
    })
    process.stdout.write(`\n── ${name}\n${Buffer.concat(output)}`)
    return failed ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 }
  },
})

/**
 * Creates a step whose runner counts its tests. If the runner fails without a failed test, that counts as one failure.
 */
const suite = (name, command, args, count) => ({
  name,
  work: async () => {
    process.stdout.write(`\n── ${name}\n`)
    const failed = await run(command, args, { env: suiteEnvironment })
    const total = count()
    return total.failed === 0 && (failed || total.passed === 0) ? { ...total, failed: 1 } : total
  },
})

const countVitest = () => {
  const report = readReport(vitestReport)
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }
}

/** Counts a test that passes on its retry, which Playwright reports as flaky, as passed. */
const countPlaywright = () => {
  const stats = readReport(playwrightReport)?.stats
  return { passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0), failed: stats?.unexpected ?? 0 }
}

/** The stages, which run one after the other; the lists in a stage run in parallel. */
const stages = [
  [[check('Filter grammar', 'generate'), check('Types', 'types')]],
  [
    [
      check('Lint and format', 'lint'),
      check('Boundaries', 'boundaries'),
      check('Dead code', 'dead-code'),
      check('Budgets', 'budgets'),
    ],
    // Before the tests: some of them start the production server.
    isBuildStale(projectDir) ? [check('Build', 'build')] : [],
  ],
  [
    [
      suite(
        'Unit and database tests',
        'vitest',
        ['run', ...projects, '--reporter=dot', '--reporter=json', `--outputFile.json=${vitestReport}`],
        countVitest,
      ),
      suite('API and browser tests', 'playwright', ['test', '--reporter=dot,json'], countPlaywright),
    ],
  ],
]

const total = { passed: 0, failed: 0 }

async function perform({ name, work }) {
  const started = Date.now()
  const { passed, failed } = await work()
  total.passed += passed
  total.failed += failed
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  process.stdout.write(`── ${name}: ${failed ? `${failed} failed, ` : ''}${passed} passed in ${seconds} s\n`)
}

async function performAll(steps) {
  for (const step of steps) await perform(step)
}

for (const stage of stages) await Promise.all(stage.map(performAll))
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed ? 1 : 0
