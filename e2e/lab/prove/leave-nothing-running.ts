import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#e2e/server-process.ts'
import type { Claim } from './claim.ts'
import { killAllOf, type Moment, moments, startDemo, untilGone, type Victim, victims } from './stop/demo-run.ts'

type Attack = {
  readonly victim: Victim | 'all of the terminal'
  readonly signal: NodeJS.Signals
  readonly moment: Moment
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const

const all: readonly Attack[] = moments.flatMap((moment) =>
  signals.flatMap((signal) => [
    { victim: 'all of the terminal' as const, signal, moment },
    ...victims.filter((victim) => mayEnd(victim, moment)).map((victim) => ({ victim, signal, moment })),
  ]),
)

/** A signal to the database ends only the database: the service restarts it. */
function mayEnd(victim: Victim, moment: Moment): boolean {
  return victim !== 'database' || moment === 'serving'
}

/** The quick variant: each signal, victim and moment, but not all combinations. */
const some = all.filter((_, index) => index % 3 === 0)

export const leaveNothingRunning: Claim = {
  name: 'leave-nothing-running',
  claim:
    'Whatever signal ends `npm run quickstart`, nothing is left running, and the next start works on the same port',
  async prove(_ground, { isQuick }) {
    const attacks = isQuick ? some : all
    const faults: string[] = []
    for (const attack of attacks) {
      console.error(`  ${attack.signal} to ${attack.victim}, ${attack.moment}`)
      const fault = await tryAttack(attack).catch((error: unknown) => String(error))
      if (fault !== undefined) faults.push(`${attack.signal} to ${attack.victim}, ${attack.moment}: ${fault}`)
    }
    return {
      figure: `${attacks.length} signals to npm, its script, the service, the database or all, at ${moments.length} moments of the start; ${faults.length} faults`,
      faults,
    }
  },
}

/** Returns the fault, if any. */
async function tryAttack({ victim, signal, moment }: Attack): Promise<string | undefined> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hindsight-stop-'))
  chmodSync(dataDir, 0o755)
  try {
    const port = await freePort()
    const first = await startDemo(dataDir, port)
    await first.reach(moment)
    if (victim === 'all of the terminal') first.signalAll(signal)
    else if (!first.signal(victim, signal)) return 'there was no such process'
    if (victim === 'database') first.signal('npm', 'SIGTERM')
    // When all our processes are killed at once, none is left to stop the database: the next start does.
    if (!(victim === 'all of the terminal' && signal === 'SIGKILL')) await untilGone(dataDir)

    const second = await startDemo(dataDir, port)
    await second.reach('serving')
    if (!second.lines.some((line) => line.includes('Hindsight is running')))
      return `the next start failed:\n${second.lines.join('\n')}`
    second.signal('npm', 'SIGTERM')
    await untilGone(dataDir)
    return undefined
  } finally {
    killAllOf(dataDir)
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}
