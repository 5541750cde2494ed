import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { withFolder } from '#e2e/support/resources.ts'
import { freePort, projectDir } from '#e2e/support/server-process.ts'
import { waitUntil } from '#e2e/support/wait-until.ts'
import { readPostmaster } from '#server/platform/db/embedded/postmaster.ts'
import { sendSignal } from '#server/platform/db/embedded/processes.ts'
import { stateFolders } from '#server/platform/db/embedded/state-folders.ts'
import { type Claim, toVerdict } from './claim.ts'

/** The processes of `npm run quickstart`, from the outermost. */
const victims = ['npm', 'quickstart', 'service', 'database'] as const
type Victim = (typeof victims)[number]

/** Moments at which a signal is sent. While the database is being created there is no postmaster.pid. */
const moments = ['database is made', 'database starts', 'demo data is written', 'serving'] as const
type Moment = (typeof moments)[number]

type SignalAttack = {
  readonly victim: Victim | 'all of the terminal'
  readonly signal: NodeJS.Signals
  readonly moment: Moment
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const

const all: readonly SignalAttack[] = moments.flatMap((moment) =>
  signals.flatMap((signal) => [
    { victim: 'all of the terminal' as const, signal, moment },
    ...victims.filter((victim) => mayEnd(victim, moment)).map((victim) => ({ victim, signal, moment })),
  ]),
)

/** True if a signal may end the demo; one to the database ends only the database, which the service restarts. */
function mayEnd(victim: Victim, moment: Moment): boolean {
  return victim !== 'database' || moment === 'serving'
}

/** The quick variant: each signal, victim and moment, but not all combinations. */
const some = all.filter((_, index) => index % 3 === 0)

export const leaveNothingRunning: Claim = {
  name: 'leave-nothing-running',
  async prove(_ground, { isQuick }) {
    const attacks = isQuick ? some : all
    const faults: string[] = []
    for (const attack of attacks) {
      console.error(`  ${attack.signal} to ${attack.victim}, ${attack.moment}`)
      const fault = await tryAttack(attack).catch((error: unknown) => String(error))
      if (fault !== undefined) faults.push(`${attack.signal} to ${attack.victim}, ${attack.moment}: ${fault}`)
    }
    const figure = `${attacks.length} signals to npm, its script, the service, the database or all, at ${moments.length} moments of the start; ${faults.length} faults`
    return toVerdict(figure, faults)
  },
}

/** Returns the fault, if any. */
async function tryAttack({ victim, signal, moment }: SignalAttack): Promise<string | undefined> {
  return withFolder('stop', async (dataDir) => {
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
      killAll(dataDir)
    }
  })
}

const titlePatterns: Record<Victim, RegExp> = {
  npm: /^npm run/,
  quickstart: /^node .*quickstart\.mjs/,
  service: /serve-demo\.js/,
  database: /postgres -D/,
}

/** Milliseconds for a start or an end on a busy machine, and between two checks. */
const timing = { timeoutMs: 120_000, pollMs: 5 }

/** Starts `npm run quickstart` in its own session with the machine's Node, like a new user. */
async function startDemo(dataDir: string, port: number) {
  const { HINDSIGHT_E2E, NODE_OPTIONS, ...inherited } = process.env
  const child = spawn('npm', ['run', '--silent', 'quickstart'], {
    cwd: projectDir,
    detached: true,
    env: { ...inherited, HINDSIGHT_DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', (line) => lines.push(line))
  const hasLine = (text: string) => lines.some((line) => line.includes(text))
  const { data } = stateFolders(dataDir)
  const isReached: Record<Moment, () => boolean> = {
    'database is made': () => listProcesses(dataDir).some(({ title }) => /initdb|--single/.test(title)),
    'database starts': () => readPostmaster(data) !== undefined,
    'demo data is written': () => readPostmaster(data)?.isReady ?? false,
    serving: () => hasLine('Hindsight is running'),
  }
  return {
    lines,
    /** Waits for a moment of the start. */
    async reach(moment: Moment) {
      const isOver = () => isReached[moment]() || hasLine('Hindsight is running') || child.exitCode !== null
      await waitUntil(() => `${moment}\n${lines.join('\n')}`, isOver, timing)
      // From the first connection on, migrations and demo data take about a second.
      if (moment === 'demo data is written') await sleep(Math.random() * 1_500)
    },
    /** Sends a signal to one process of the chain, like `kill`; false if there is no such process. */
    signal(victim: Victim, signal: NodeJS.Signals) {
      const found = listProcesses(dataDir).filter(({ title }) => titlePatterns[victim].test(title))
      for (const { pid } of found) sendSignal(pid, signal)
      return found.length > 0
    },
    /** Sends it to the whole process group, like a terminal. */
    signalAll(signal: NodeJS.Signals) {
      if (child.pid !== undefined) sendSignal(-child.pid, signal)
    },
  }
}

/** All processes of a state folder, found by the environment of our processes and by PostgreSQL's command line. */
function listProcesses(dataDir: string): { pid: number; title: string }[] {
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name)
    if (!(pid > 0) || pid === process.pid) return []
    try {
      const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      const environ = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
      const isOurs = title.includes(dataDir) || environ.includes(`HINDSIGHT_DATA_DIR=${dataDir}`)
      return isOurs ? [{ pid, title }] : []
    } catch {
      return []
    }
  })
}

/** Waits until nothing runs on a state folder. */
const untilGone = (dataDir: string) => {
  const titles = () => listProcesses(dataDir).map(({ pid, title }) => `${pid} ${title}`)
  return waitUntil(
    () => `nothing runs; there are still:\n${titles().join('\n')}`,
    () => titles().length === 0,
    timing,
  )
}

function killAll(dataDir: string): void {
  for (const { pid } of listProcesses(dataDir)) sendSignal(pid, 'SIGKILL')
}
