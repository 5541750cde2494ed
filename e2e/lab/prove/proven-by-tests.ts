import { spawnSync } from 'node:child_process'
import { projectDir } from '#e2e/support/server-process.ts'
import { type Claim, skipped, toVerdict } from './claim.ts'

/** Tests of `npm test`. */
type Tests = {
  /** Their file, or a pattern of Playwright for several. */
  readonly file: string
  /** Words in the names of the tests, if not all are meant. */
  readonly tests?: string
  readonly env?: Readonly<Record<string, string>>
}

/** A claim that tests prove, with more random cases if they draw any. */
type TestedClaim = Tests & {
  readonly name: string
  /** Number of cases that `npm test` draws, the factor by which this command draws more, and their name. */
  readonly drawn?: readonly [cases: number, runs: number]
  readonly figure?: string
}

/** The conformance suite, without tests of a single process such as its metrics. */
export const conformance = 'e2e/api/(interface-a|interface-b|interface-b-register|http-manners|client-package)\\.'

const tested: readonly TestedClaim[] = [
  {
    name: 'handle-every-input',
    file: 'e2e/api/fuzz.spec.ts',
    drawn: [200, 100],
    figure: 'requests, after those that failed once; 0 faults',
  },
  {
    name: 'refuse-unsigned-events',
    file: 'e2e/api/events.spec.ts',
    tests: 'without the secret',
    drawn: [160, 25],
    figure: 'events to all kinds of senders, 0 faults',
  },
  {
    name: 'repeat-serialization-failures',
    file: 'server/platform/db/transaction.test.ts',
    tests: 'serializ|isolation',
    drawn: [120, 20],
    figure: 'writers of one row, 40 at once: at serializable, and where it or repeatable read is the default; 0 failed',
  },
  {
    name: 'four-eyes',
    file: 'server/reviews/four-eyes/four-eyes.test.ts',
    tests: 'whatever people',
    drawn: [5, 4_000],
    figure: 'random histories: none breaks the rule',
  },
  {
    name: 'lose-no-row',
    file: 'server/connections/servicenow/lose-no-row.test.ts',
    drawn: [1000, 100],
    figure: 'changes in one reading, and another under random faults for each thousand: 0 lost, 0 doubled',
  },
  {
    name: 'write-reviews-back',
    file: 'server/connections/servicenow/writes/write-under-traps.test.ts',
    drawn: [4, 250],
    figure: 'completions: 0 silent differences or doubles; at most 2,000 requests in a minute',
  },
  {
    name: 'take-events-in-any-order',
    file: 'server/connections/inbound/read-events.test.ts',
    tests: 'leads to the same state late',
    drawn: [5, 100],
    figure: 'orders of 24 events of six deployments and five of alerts, each event twice: 0 differences',
  },
  {
    name: 'verify-with-go',
    file: 'e2e/api/ledger.spec.ts',
    tests: 'Go verifies',
    drawn: [20, 20],
    figure: 'leaves and their growth; 3 changed ones refused',
  },
  {
    name: 'find-rewritten-history',
    file: 'server/history/ledger/ledger.test.ts',
    tests: 'an administrator with the key',
    drawn: [20, 51],
    figure: 'random rewritings, each found by who has an earlier checkpoint, and by nobody without one',
  },
  {
    name: 'prove-one-of-many',
    file: 'server/history/ledger/ledger.test.ts',
    tests: 'a proof among ten million',
    drawn: [4, 100],
    figure: 'proofs of 10,000,000 leaves; at most 768 rows of nodes and 512 of leaves read for each',
  },
  {
    name: 'reconcile-omissions',
    file: 'server/insights/audits/reconcile.test.ts',
    tests: 'finds each omission',
    drawn: [4, 25],
    figure: 'periods with random omissions',
  },
  {
    name: 'forget-a-person',
    file: 'server/people/erase-person.test.ts',
    drawn: [10_000, 100],
    figure: 'guesses, none fits; with the salt the right one does',
  },
  {
    name: 'sync-with-trackers',
    file: 'server/connections/trackers/sync-issue.test.ts',
    tests: 'random edits',
    drawn: [120, 250],
    figure: 'interleavings',
  },
  {
    name: 'import-what-was-exported',
    file: 'server/import/round-trip.test.ts',
    drawn: [28, 25],
    figure: 'sets of random records, in four formats each',
  },
  {
    name: 'search-any-text',
    file: 'server/search/queries.test.ts',
    tests: 'searchAll returns a result',
    drawn: [20, 150],
    figure: 'random texts',
  },
  {
    name: 'store-worst-texts',
    file: 'server/platform/db/stored-worst-texts.test.ts',
    tests: 'every table stores',
    drawn: [1_500, 4],
    figure: 'characters of a column, up to which it gets each of the texts',
  },
  {
    name: 'deliver-every-event',
    file: 'server/change-feed/webhooks/kills.test.ts',
    drawn: [200, 500],
    figure: 'events, 0 lost; 500 addresses, 0 connections',
  },
]

/** Claims that one run of their tests shows. */
const suites: Readonly<Record<string, string>> = {
  'install-offline': 'e2e/nightly/package.spec.ts',
  'conform-to-mcp': 'server/mcp/conformance.test.ts',
  'verify-with-svix': 'server/change-feed/webhooks/send-webhooks.test.ts',
  'verify-packs': 'server/pages/pack/audit-pack.test.ts',
  'read-calendars': 'server/people/calendars/calendars.test.ts',
  'try-every-laboratory': 'server/cli/laboratories.test.ts',
  'export-controls': 'server/insights/controls/controls.test.ts',
  'read-pack': 'server/pages/pack/audit-pack.test.ts',
  'format-messages': 'lib/domain/webhook-message.test.ts',
  'read-pipelines': 'server/cli/repository-files.test.ts',
  'query-as-grafana': 'e2e/api/grafana.spec.ts',
}
const once = [
  { name: 'conform-through-both', file: conformance, env: { E2E_PROCESSES: '2' } },
  { name: 'open-in-spreadsheet', file: 'e2e/api/whole-lists.spec.ts', tests: 'LibreOffice finds' },
  ...Object.entries(suites).map(([name, file]) => ({ name, file })),
]

/**
 * Runs tests; returns the number of passed ones, and the output if one failed or none was found. None passes if
 * Playwright skips them all; vitest also skips those of another name.
 */
export function runTests({ file, tests = '', env }: Tests): { readonly passed: number; readonly faults: string[] } {
  const isPlaywright = file.startsWith('e2e/')
  const [runner, ...args] = isPlaywright
    ? ['playwright', 'test', file, '--project', 'api', '--grep', tests]
    : ['vitest', 'run', file, '--testNamePattern', tests]
  const options = { cwd: projectDir, env: { ...process.env, ...env }, encoding: 'utf8' } as const
  const { status, stdout } = spawnSync(runner, args, options)
  const passed = Number([...stdout.matchAll(/(\d+) passed/g)].at(-1)?.[1] ?? 0)
  const isDone = status === 0 && (passed > 0 || (isPlaywright && /\d skipped/.test(stdout)))
  return { passed, faults: isDone ? [] : [stdout] }
}

const all: readonly TestedClaim[] = [...tested, ...once]

export const provenByTests: readonly Claim[] = all.map(
  ({ name, drawn: [cases, runs] = [0, 1], figure, env, ...tests }) => ({
    name,
    async prove(_, { isQuick }) {
      const times = isQuick ? 1 : runs
      const { passed, faults } = runTests({ ...tests, env: { ...env, HINDSIGHT_RUNS: String(times) } })
      if (passed === 0 && faults.length === 0) return skipped(`${tests.file} says what is not installed`)
      const counted = figure ? `${(cases * times).toLocaleString('en')} ${figure}` : `${passed} tests passed`
      return toVerdict(counted, faults)
    },
  }),
)
