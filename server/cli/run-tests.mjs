// Every check and test. Ends with the seconds of each phase, the ten slowest test files, and `N passed, N failed`.
// `--strict` counts a test that passes on its second try as failed.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { answerHelp } from './answer-help.mjs'
import { isBuildStale } from './build-state.mjs'
import { installPackages, isInstalled } from './install.mjs'
import { environment, projectDir, run } from './prepare.mjs'
import { makeTemporaryFolder } from './temporary-folder.mjs'

answerHelp(`Usage: npm test [-- --strict]
Installs and builds if needed, then runs every check and test but those of the night. Ends with N passed, N failed.`)

const { values: options } = parseArgs({ options: { strict: { type: 'boolean', default: false } } })

/** Each phase with its seconds. */
const phases = []
const total = { passed: 0, failed: 0 }
const flaky = []
/** Test files with their seconds. */
const files = []

async function measure(name, work) {
  const started = performance.now()
  const result = await work()
  phases.push({ name, seconds: (performance.now() - started) / 1000 })
  return result
}
const formatSeconds = (seconds) => `${seconds.toFixed(1).padStart(7)} s`

if (!isInstalled(projectDir, { withTools: true })) {
  process.stderr.write('Installing dependencies…\n')
  const fault = await measure('Installation', () => installPackages(projectDir, { withTools: true }))
  if (fault !== undefined) {
    process.stderr.write(`${fault}\n`)
    process.exit(1)
  }
}

const temporary = makeTemporaryFolder('hindsight-npm-test-')
const vitestReport = join(temporary, 'vitest.json')
const playwrightReport = join(temporary, 'playwright.json')

const readReport = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

/** Every process of the run writes its temporary files to the folder of the run. */
const suiteEnvironment = {
  ...environment,
  TMPDIR: temporary,
  PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
  // Some tests run the programs in `dist/` while others start: a second bundle would replace them.
  HINDSIGHT_BUNDLED: 'yes',
}

/** Runs a command, prints its output at its end, as others run beside it, and returns true if it failed. */
async function runQuietly(name, command, args) {
  const output = []
  const failed = await run(command, args, {
    env: suiteEnvironment,
    stdio: ['ignore', 'pipe', 'pipe'],
    onOutput: (chunk) => output.push(chunk),
  })
  process.stdout.write(`\n── ${name}\n${Buffer.concat(output)}`)
  return failed !== 0
}

/** A step that counts as one test. */
const check = (name, script) => ({
  name,
  work: async () => {
    const failed = await runQuietly(name, 'npm', ['run', '--silent', script])
    return failed ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 }
  },
})

/** A step whose runner counts its tests. If the runner fails without a failed test, that counts as one failure. */
const suite = (name, command, args, count) => ({
  name,
  work: async () => {
    process.stdout.write(`── ${name}…\n`)
    const failed = await runQuietly(name, command, args)
    const counted = count()
    return counted.failed === 0 && (failed || counted.passed === 0) ? { ...counted, failed: 1 } : counted
  },
})

function countVitest() {
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = readReport(vitestReport)
  for (const { name, startTime, endTime } of testResults) {
    files.push({ name: relative(projectDir, name), seconds: (endTime - startTime) / 1000 })
  }
  return { passed: numPassedTests, failed: numFailedTests }
}

const listSpecs = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(listSpecs)]

function countPlaywright() {
  const { stats = {}, suites = [] } = readReport(playwrightReport)
  for (const suite of suites) {
    const specs = listSpecs(suite)
    const tries = specs.flatMap(({ tests }) => tests).flatMap(({ results }) => results)
    const seconds = tries.reduce((sum, { duration }) => sum + duration, 0) / 1000
    files.push({ name: join('e2e', suite.file), seconds })
    const retried = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    flaky.push(...retried.map(({ title }) => `${join('e2e', suite.file)}: ${title}`))
  }
  const { expected = 0, unexpected = 0 } = stats
  return options.strict
    ? { passed: expected, failed: unexpected + flaky.length }
    : { passed: expected + flaky.length, failed: unexpected }
}

const vitest = ['run', '--project=unit', '--project=server', '--project=mocking']
const reports = ['--reporter=dot', '--reporter=json', `--outputFile.json=${vitestReport}`]
const playwright = ['test', '--project=api', '--project=pages', '--reporter=dot,json']

/** The stages, which run one after the other; the lists in a stage run in parallel. */
const stages = [
  [[check('Generated sources', 'generate'), check('Bundle', 'build:server'), check('Types', 'types')]],
  [
    [
      check('Lint and format', 'lint'),
      check('Boundaries', 'boundaries'),
      check('Dead code', 'dead-code'),
      check('Budgets', 'budgets'),
      suite('Unit and database tests', 'vitest', [...vitest, ...reports], countVitest),
    ],
    isBuildStale(projectDir) ? [check('Build of the pages', 'build:pages')] : [],
  ],
  // Alone: beside other tests each page and each request takes so long that nothing is gained.
  [[suite('API and browser tests', 'playwright', playwright, countPlaywright)]],
]

async function perform({ name, work }) {
  const { passed, failed } = await measure(name, work)
  total.passed += passed
  total.failed += failed
  const seconds = phases.findLast((phase) => phase.name === name).seconds.toFixed(1)
  process.stdout.write(`── ${name}: ${failed ? `${failed} failed, ` : ''}${passed} passed in ${seconds} s\n`)
}

async function performAll(steps) {
  for (const step of steps) await perform(step)
}

await measure('All checks and tests', async () => {
  for (const stage of stages) await Promise.all(stage.map(performAll))
})

const printTable = (title, rows) => {
  const lines = rows.map(({ name, seconds }) => `${formatSeconds(seconds)}  ${name}`)
  process.stdout.write(`\n${title}\n${lines.join('\n')}\n`)
}
printTable('Phases', phases)
printTable('Slowest test files', files.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10))
if (flaky.length > 0) process.stdout.write(`\nPassed on the second try\n${flaky.join('\n')}\n`)
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed ? 1 : 0
