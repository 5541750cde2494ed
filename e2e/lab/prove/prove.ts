import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectDir } from '#e2e/support/server-process.ts'
import { answerHelp } from '#server/cli/answer-help.mjs'
import { abandonEmbeddedPostgres } from '#server/platform/db/embedded/start.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { readEnv } from '#server/platform/env.ts'
import { onStopRequest } from '#server/platform/process/stop-requests.ts'
import { buildTwice } from './build-twice.ts'
import { callByContract } from './call-by-contract.ts'
import { type Claim, type Ground, toVerdict } from './claim.ts'
import { handOverPack, payForLeaves } from './ledger/cost-of-evidence.ts'
import { otherBrowsers } from './other-browsers.ts'
import { outliveDatabase } from './outlive-database.ts'
import { outliveFullDisk } from './outlive-full-disk.ts'
import { provenByTests } from './proven-by-tests.ts'
import { readWhileWriting } from './read-while-writing.ts'
import { rollOver } from './roll-over.ts'
import { runDocumentedCommands } from './run-documented-commands.ts'
import { spareTheSecondCaller } from './spare-the-second-caller.ts'
import { startNextImport } from './start-next-import.ts'
import { surviveInterruption } from './survive-interruption.ts'
import { surviveKills } from './survive-kills.ts'
import { takeEveryEvent } from './take-every-event.ts'
import { shareDatabase } from './two-processes.ts'
import { withstandClock } from './withstand-clock.ts'
import { withstandOverload } from './withstand-overload.ts'
import { withstandSlowClients } from './withstand-slow-clients.ts'
import { workBehindPooler } from './work-behind-pooler.ts'

/** Every claim, in the order of the table; a new one adds its line here. */
const allClaims: readonly Claim[] = [
  surviveKills,
  surviveInterruption,
  outliveDatabase,
  outliveFullDisk,
  withstandClock,
  shareDatabase,
  workBehindPooler,
  rollOver,
  withstandOverload,
  withstandSlowClients,
  spareTheSecondCaller,
  startNextImport,
  readWhileWriting,
  otherBrowsers,
  callByContract,
  takeEveryEvent,
  handOverPack,
  payForLeaves,
  buildTwice,
  ...provenByTests,
  runDocumentedCommands,
]

answerHelp(`Usage: npm run prove [-- NAME… --quick --soak]
Attacks a production server for each claim of docs/reliability.md and prints claim, figure and verdict.`)
const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, soak: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const unknown = positionals.filter((name) => !allClaims.some((claim) => claim.name === name))
if (unknown.length > 0) {
  console.error(`Unknown claim ${unknown.join(', ')}. The claims are: ${allClaims.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}
const chosen = allClaims.filter(({ name }) => positionals.length === 0 || positionals.includes(name))

const claims = readClaims()
const dataDir = mkdtempSync(join(tmpdir(), 'hindsight-prove-'))
const serverEnv = {
  HINDSIGHT_DATA_DIR: dataDir,
  HINDSIGHT_DEMO: 'true',
  HINDSIGHT_RATE_LIMIT: '1000000',
  HINDSIGHT_SIGN_IN_LIMIT: '1000',
}
const database = await openDatabase(readEnv({ ...process.env, ...serverEnv }))
onStopRequest(async () => {
  await abandonEmbeddedPostgres()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(130)
})
const ground: Ground = { databaseUrl: database.url, dataDir, serverEnv }
const header = ['| claim | figure | verdict |', '|---|---|---|']
const rows: string[] = []
let failed = 0
try {
  for (const claim of chosen) {
    console.error(`… ${claim.name}: ${claims[claim.name]}`)
    // A claim whose attack fails with an error is not proven, and the others still run.
    const { word, figure, faults } = await claim
      .prove(ground, { isQuick: values.quick, isSoak: values.soak })
      .catch((error) => toVerdict('the attack failed with an error', [String(error?.stack ?? error)]))
    if (word === 'NOT PROVEN') failed += 1
    for (const fault of faults.slice(0, 20)) console.error(`  ${fault}`)
    rows.push(`| ${claim.name}: ${claims[claim.name]} | ${figure} | ${word} |`)
  }
} finally {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
}
console.log([`At ${readCommit()}, ${new Date().toISOString().slice(0, 10)}.`, '', ...header, ...rows].join('\n'))
process.exitCode = failed === 0 ? 0 : 1

/** The claims as docs/reliability.md states them, by name; it must state each. */
function readClaims(): Readonly<Record<string, string>> {
  const text = readFileSync(join(projectDir, 'docs', 'reliability.md'), 'utf8')
  const rows = [...text.matchAll(/^\| (`.*?`) \| (.*?) \|/gm)]
  const stated = rows.flatMap(([, names = '', claim = '']) =>
    (names.match(/[a-z-]+/g) ?? []).map((name) => [name, claim]),
  )
  const found = Object.fromEntries(stated)
  const missing = allClaims.filter(({ name }) => found[name] === undefined)
  if (missing.length > 0) throw new Error(`docs/reliability.md lacks ${missing.map(({ name }) => name).join(', ')}.`)
  return found
}

/** The tested commit, and whether there are uncommitted changes. */
function readCommit(): string {
  const { stdout } = spawnSync('git', ['describe', '--always', '--dirty'], { cwd: projectDir, encoding: 'utf8' })
  return stdout ? `commit ${stdout.trim()}` : 'no commit'
}
