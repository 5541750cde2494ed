import { spawnSync } from 'node:child_process'
import { projectDir } from '#e2e/support/server-process.ts'
import { type Claim, skipped, toVerdict } from './claim.ts'

/** Tests of `npm test`. */
type Tests = {
  /** Their files, or a pattern of Playwright for several. */
  readonly file: string
  /** Words in the names of the tests, if not all are meant. */
  readonly tests?: string
  readonly env?: Readonly<Record<string, string>>
}

type TestedClaim = Tests & {
  readonly name: string
  /** Number of cases that `npm test` draws, the factor by which this command draws more, and their name. */
  readonly drawn?: readonly [cases: number, runs: number, what: string]
}

/** The conformance suite, without tests of a single process such as its metrics. */
export const conformance = 'e2e/api/(interfaces|http-manners|client-package)\\.'

/** Claims for which tests draw random cases: their file, words in their names, and the cases. */
const drawn: readonly (readonly [string, string, string, ...NonNullable<TestedClaim['drawn']>])[] = [
  ['handle-every-input', 'e2e/api/fuzz.spec.ts', '', 200, 100, 'requests'],
  ['refuse-unsigned-events', 'server/connections/inbound/receive-event.test.ts', 'secret', 1_000, 4, 'events'],
  ['repeat-serialization-failures', 'server/platform/db/transaction.test.ts', 'serializ|isolation', 120, 20, 'writers'],
  ['four-eyes', 'server/reviews/four-eyes/four-eyes.test.ts', 'whatever people', 5, 4_000, 'histories'],
  ['lose-no-row', 'server/connections/servicenow/lose-no-row.test.ts', '', 1_000, 100, 'changes'],
  ['write-reviews-back', 'server/connections/servicenow/writes/write-under-traps.test.ts', '', 4, 250, 'completions'],
  ['take-events-in-any-order', 'server/connections/inbound/read-events.test.ts', 'same state late', 5, 100, 'orders'],
  ['verify-with-go', 'e2e/api/ledger.spec.ts', 'Go verifies', 20, 20, 'leaves'],
  ['find-rewritten-history', 'server/history/rewritten-records.test.ts', '', 40, 50, 'edits'],
  ['prove-one-of-many', 'server/history/ledger/ledger.test.ts', 'a proof among ten million', 4, 100, 'proofs'],
  ['reconcile-omissions', 'server/insights/audits/reconcile.test.ts', 'finds each omission', 4, 25, 'periods'],
  ['forget-a-person', 'server/people/erase-person.test.ts', '', 10_000, 100, 'guesses'],
  ['sync-with-trackers', 'server/connections/trackers/sync-issue.test.ts', 'random edits', 120, 250, 'interleavings'],
  ['import-what-was-exported', 'server/import/round-trip.test.ts', '', 28, 25, 'sets of records'],
  ['search-any-text', 'server/search/queries.test.ts', 'a result for any input', 20, 150, 'texts'],
  ['store-worst-texts', 'server/platform/db/stored-worst-texts.test.ts', 'every table stores', 1_500, 4, 'characters'],
  ['keep-past-figures', 'server/insights/replay.test.ts', '', 40, 10, 'days of work'],
  ['read-every-export', 'server/import/generated-files.test.ts', '', 1, 25, 'files of each mutation'],
  ['follow-rules', 'server/reviews/policy/follow-rules.test.ts', 'until a second', 6, 100, 'courses of rules'],
  ['type-early', 'e2e/browser/type-early.spec.ts', 'what is typed', 1, 20, 'times'],
  ['deliver-every-event', 'server/change-feed/webhooks/kills.test.ts', '', 200, 500, 'events'],
]
const tested = drawn.map(([name, file, tests, ...cases]) => ({ name, file, tests, drawn: cases }))

/** Claims that one run of their tests shows. */
const suites: Readonly<Record<string, string>> = {
  'install-offline': 'e2e/nightly/package.spec.ts',
  'conform-to-mcp': 'server/mcp/conformance.test.ts',
  'try-every-laboratory': 'server/cli/laboratories.test.ts',
  'leave-nothing-running': 'server/cli/stop-while-starting.test.ts',
  'end-in-order': 'e2e/api/readiness.spec.ts',
  'do-jobs-once':
    'server/platform/jobs/run-jobs.test.ts server/platform/mail/send-mail.test.ts server/reviews/policy/decide-reviews.test.ts',
  'read-measures': 'server/connections/prometheus/measure-now.test.ts',
  'query-as-grafana': 'e2e/api/grafana.spec.ts',
}
const once = [
  { name: 'conform-through-both', file: conformance, env: { E2E_PROCESSES: '2' } },
  {
    name: 'pay-for-webhooks',
    file: 'server/change-feed/webhooks/send-webhooks.test.ts',
    tests: 'the same statements with ten webhooks',
  },
  { name: 'open-in-spreadsheet', file: 'e2e/api/whole-lists.spec.ts', tests: 'LibreOffice finds' },
  ...Object.entries(suites).map(([name, file]) => ({ name, file })),
]

/**
 * Runs tests; returns the number of passed ones, and the output if one failed or none was found. None passes if
 * Playwright skips them all; vitest also skips those of another name.
 */
export function runTests({ file, tests = '', env }: Tests): { readonly passed: number; readonly faults: string[] } {
  const isPlaywright = file.startsWith('e2e/')
  const [, folder] = file.split('/')
  const project = folder === 'browser' ? ['pages', `--repeat-each=${env?.HINDSIGHT_RUNS ?? 1}`] : [folder ?? '']
  const [runner, ...args] = isPlaywright
    ? ['playwright', 'test', file, '--grep', tests, '--project', ...project]
    : ['vitest', 'run', ...file.split(' '), '--testNamePattern', tests]
  const options = { cwd: projectDir, env: { ...process.env, ...env }, encoding: 'utf8' } as const
  const { status, stdout } = spawnSync(runner, args, options)
  const passed = Number([...stdout.matchAll(/(\d+) passed/g)].at(-1)?.[1] ?? 0)
  const isDone = status === 0 && (passed > 0 || (isPlaywright && /\d skipped/.test(stdout)))
  return { passed, faults: isDone ? [] : [stdout] }
}

const all: readonly TestedClaim[] = [...tested, ...once]

export const provenByTests: readonly Claim[] = all.map(
  ({ name, drawn: [cases, runs, what] = [0, 1, ''], env, ...tests }) => ({
    name,
    async prove(_, { isQuick }) {
      const times = isQuick ? 1 : runs
      const { passed, faults } = runTests({ ...tests, env: { ...env, HINDSIGHT_RUNS: String(times) } })
      if (passed === 0 && faults.length === 0) return skipped(`${tests.file} says what is not installed`)
      const counted = cases > 0 ? `${(cases * times).toLocaleString('en')} ${what}` : `${passed} tests passed`
      return toVerdict(counted, faults)
    },
  }),
)
