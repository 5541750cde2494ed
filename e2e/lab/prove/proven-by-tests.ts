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
  readonly claim: string
  /** Number of cases that `npm test` draws, the factor by which this command draws more, and their name. */
  readonly drawn?: readonly [cases: number, runs: number]
  readonly figure?: string
}

/** The conformance suite, without tests of a single process such as its metrics. */
export const conformance = 'e2e/api/(interface-a|interface-b|interface-b-register|http-manners|client-package)\\.'

const tested: readonly TestedClaim[] = [
  {
    name: 'handle-every-input',
    claim: 'No input to the API causes a 5xx; every response fits the description; responses agree with each other',
    file: 'e2e/api/fuzz.spec.ts',
    drawn: [200, 100],
    figure: 'requests, after those that failed once; 0 faults',
  },
  {
    name: 'refuse-unsigned-events',
    claim:
      'Whatever body and signature somebody without a secret sends as an event, no sender stores it or causes a 5xx',
    file: 'e2e/api/events.spec.ts',
    tests: 'without the secret',
    drawn: [160, 25],
    figure: 'events to all kinds of senders, 0 faults',
  },
  {
    name: 'repeat-serialization-failures',
    claim: 'Simultaneous writes to the same record all succeed, whatever isolation the database has by default',
    file: 'server/platform/db/transaction.test.ts',
    tests: 'serializ|isolation',
    drawn: [120, 20],
    figure: 'writers of one row, 40 at once: at serializable, and where it or repeatable read is the default; 0 failed',
  },
  {
    name: 'four-eyes',
    claim:
      'whatever six people, tokens, imports, connections and a tracker do, also at the same time, nobody alone ends a review that ever required a signature, and nobody verifies an action in which they took part',
    file: 'server/reviews/four-eyes/four-eyes.test.ts',
    tests: 'whatever people',
    drawn: [5, 4_000],
    figure: 'random histories: none breaks the rule',
  },
  {
    name: 'lose-no-row',
    claim:
      'a reading of ServiceNow loses and doubles no row while others write 20 a second, under every known fault, and keeps its limit of requests',
    file: 'server/connections/servicenow/lose-no-row.test.ts',
    drawn: [1000, 100],
    figure: 'changes in one reading, and another under random faults for each thousand: 0 lost, 0 doubled',
  },
  {
    name: 'write-reviews-back',
    claim:
      'Completed reviews are written back to a hostile ServiceNow once and equal, or listed as a conflict or failure with its reason, though the writer is killed and others write there',
    file: 'server/connections/servicenow/writes/write-under-traps.test.ts',
    drawn: [4, 250],
    figure: 'completions: 0 silent differences or doubles; at most 2,000 requests in a minute',
  },
  {
    name: 'take-events-in-any-order',
    claim: 'Events of deployments and alerts that come twice, late and out of order lead to the same state as in order',
    file: 'server/connections/inbound/read-events.test.ts',
    tests: 'leads to the same state late',
    drawn: [5, 100],
    figure: 'orders of 24 events of six deployments and five of alerts, each event twice: 0 differences',
  },
  {
    name: 'verify-with-go',
    claim: 'The library of Go’s checksum database verifies heads, leaves and growth of the ledger, and no changed one',
    file: 'e2e/api/ledger.spec.ts',
    tests: 'Go verifies',
    drawn: [20, 20],
    figure: 'leaves and their growth; 3 changed ones refused',
  },
  {
    name: 'find-rewritten-history',
    claim:
      'An administrator with the key of the server edits, deletes, inserts, reorders or restores nothing unnoticed',
    file: 'server/history/ledger/ledger.test.ts',
    tests: 'an administrator with the key',
    drawn: [20, 51],
    figure: 'random rewritings, each found by who has an earlier checkpoint, and by nobody without one',
  },
  {
    name: 'prove-one-of-many',
    claim: 'A proof among 10,000,000 leaves has at most 2 kB, takes at most 10 ms (median), and is verified',
    file: 'server/history/ledger/ledger.test.ts',
    tests: 'a proof among ten million',
    drawn: [4, 100],
    figure: 'proofs of 10,000,000 leaves; at most 768 rows of nodes and 512 of leaves read for each',
  },
  {
    name: 'reconcile-omissions',
    claim: 'A reconciliation finds each omission of six kinds, and invents none',
    file: 'server/insights/audits/reconcile.test.ts',
    tests: 'finds each omission',
    drawn: [4, 25],
    figure: 'periods with random omissions',
  },
  {
    name: 'forget-a-person',
    claim: 'Without the salt no guess at an address fits a leaf of an erased person',
    file: 'server/people/erase-person.test.ts',
    drawn: [10_000, 100],
    figure: 'guesses, none fits; with the salt the right one does',
  },
  {
    name: 'sync-with-trackers',
    claim:
      'An action and its issue in Jira, GitHub and GitLab are equal after any interleaving of edits on both sides, with at most two writes for an edit',
    file: 'server/connections/trackers/sync-issue.test.ts',
    tests: 'random edits',
    drawn: [120, 250],
    figure: 'interleavings',
  },
  {
    name: 'import-what-was-exported',
    claim: 'What is exported of any kind and format changes nothing when it is imported again',
    file: 'server/import/round-trip.test.ts',
    drawn: [28, 25],
    figure: 'sets of random records, in four formats each',
  },
  {
    name: 'search-any-text',
    claim: 'The search returns a result for any text',
    file: 'server/search/queries.test.ts',
    tests: 'searchAll returns a result',
    drawn: [20, 150],
    figure: 'random texts',
  },
  {
    name: 'store-worst-texts',
    claim: 'Every table stores the texts that are worst for an index in linear work',
    file: 'server/platform/db/stored-worst-texts.test.ts',
    tests: 'every table stores',
    drawn: [1_500, 4],
    figure: 'characters of a column, up to which it gets each of the texts',
  },
  {
    name: 'deliver-every-event',
    claim:
      'Of the events of a webhook, whose processes are killed, each arrives, with one identifier and in the order of its record, and no request goes to an address that is not public',
    file: 'server/change-feed/webhooks/kills.test.ts',
    drawn: [200, 500],
    figure: 'events, 0 lost; 500 addresses, 0 connections',
  },
]

/** Claims that one run of their tests shows. */
const suites: readonly [name: string, claim: string, file: string, more?: Omit<Tests, 'file'>][] = [
  [
    'conform-through-both',
    'The conformance suite passes through two processes behind one address, with alternating requests: of 50 POSTs with one key one is executed, and of eight PATCHes of one version one wins',
    conformance,
    { env: { E2E_PROCESSES: '2' } },
  ],
  ['install-offline', 'A package of at most 250 MB installs and upgrades offline', 'e2e/nightly/package.spec.ts'],
  ['conform-to-mcp', 'The suites of MCP pass; what our tools fail is listed', 'server/mcp/conformance.test.ts'],
  ['verify-with-svix', 'svix verifies each delivery', 'server/change-feed/webhooks/send-webhooks.test.ts'],
  [
    'open-in-spreadsheet',
    'LibreOffice opens the workbook of a list and finds the same records, sums and moments',
    'e2e/api/whole-lists.spec.ts',
    { tests: 'LibreOffice finds' },
  ],
  [
    'verify-packs',
    'sha256sum verifies an evidence pack, and names each file that was changed',
    'server/pages/pack/audit-pack.test.ts',
  ],
  ['read-calendars', 'ical.js reads each calendar', 'server/people/calendars/calendars.test.ts'],
  ['try-every-laboratory', 'Each command works in its smallest form', 'server/cli/laboratories.test.ts'],
  [
    'export-controls',
    'Exports are valid OSCAL, and what CISO Assistant reads',
    'server/insights/controls/controls.test.ts',
  ],
  ['read-pack', 'A stranger reads, verifies and draws an evidence pack', 'server/pages/pack/audit-pack.test.ts'],
  ['format-messages', 'Messages fit the schemas of Slack and Teams', 'lib/domain/webhook-message.test.ts'],
  ['read-pipelines', 'Pipelines are valid by the rules of GitHub and GitLab', 'server/cli/repository-files.test.ts'],
  ['query-as-grafana', 'Each query of the dashboard has values', 'e2e/api/grafana.spec.ts'],
]
const once = suites.map(([name, claim, file, more]): TestedClaim => ({ name, claim, file, ...more }))

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

export const provenByTests: readonly Claim[] = [...tested, ...once].map(
  ({ name, claim, drawn: [cases, runs] = [0, 1], figure, env, ...tests }) => ({
    name,
    claim,
    async prove(_, { isQuick }) {
      const times = isQuick ? 1 : runs
      const { passed, faults } = runTests({ ...tests, env: { ...env, HINDSIGHT_RUNS: String(times) } })
      if (passed === 0 && faults.length === 0) return skipped(`${tests.file} says what is not installed`)
      const counted = figure ? `${(cases * times).toLocaleString('en')} ${figure}` : `${passed} tests passed`
      return toVerdict(counted, faults)
    },
  }),
)
