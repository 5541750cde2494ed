import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '#e2e/lab/bench/statistics.ts'
import { signInAs } from '#e2e/support/own-server.ts'
import { type ServerProcess, startServer } from '#e2e/support/server-process.ts'
import { waitUntil } from '#e2e/support/wait-until.ts'
import { replayHistory } from '#server/history/replay-history.ts'
import type { Database } from '#server/platform/db/client.ts'
import { insertOwed } from '#server/reviews/testing.ts'
import { type Claim, toVerdict } from './claim.ts'
import type { App } from './crash/call-server.ts'
import { checkWrites } from './crash/check-writes.ts'
import { endDatabase, fillState, inState, type OwnState, withOwnState } from './crash/own-state.ts'
import {
  addFilledReview,
  completeAndReopen,
  type MixedWrites,
  patchChange,
  postImprovements,
  saveStep,
} from './crash/write-mixed.ts'

const patched = ['CHG-KILL-1', 'CHG-KILL-2']
const saved = ['CHG-KILL-3', 'CHG-KILL-4']
const completed = ['CHG-KILL-5', 'CHG-KILL-6']
/** The targets of the kills, in turn. Most often only the database, which needs no restart by this test. */
const targets = ['database', 'application', 'database', 'both'] as const

/** Minimum acknowledged writes between two kills. */
const minWritesBetween = 5

export const surviveKills: Claim = {
  name: 'survive-kills',
  prove: (_ground, { isQuick }) =>
    withOwnState(async (state) => {
      const kills = isQuick ? 4 : 104
      const tokens = await fillState(state, addRecords)
      const { faults: faultsBefore } = await inState(state, ({ db }) => replayHistory(db))
      let server = await startServer(state.env)
      const target: App = { baseUrl: server.baseUrl }
      const attack: MixedWrites = {
        target,
        acknowledged: [],
        token: { Authorization: `Bearer ${tokens.itsm.write}` },
        session: await signInAs(server.baseUrl, 'admin'),
        faults: [],
        sent: new Set(),
        isOver: false,
      }
      const writing = Promise.all([
        ...patched.map((number) => patchChange(attack, number)),
        ...['IMP-A', 'IMP-B'].map((name) => postImprovements(attack, name)),
        ...saved.map((number) => saveStep(attack, number)),
        ...completed.map((number) => completeAndReopen(attack, number)),
      ])
      const away: number[] = []
      try {
        for (let kill = 0; kill < kills; kill += 1) {
          await waitForWrites(attack, minWritesBetween)
          await sleep(Math.random() * 500)
          const { lines } = server
          const killed = performance.now()
          server = await killAndStart(state, server, targets[kill % targets.length] ?? 'both')
          target.baseUrl = server.baseUrl
          if (server.lines !== lines) attack.faults.push(...lines.filter(reportsFailure))
          await waitForWrites(attack, 1)
          away.push(performance.now() - killed)
          if (away.length % 10 === 0)
            console.error(`  ${away.length} of ${kills} kills, ${attack.acknowledged.length} writes`)
        }
        await waitForWrites(attack, minWritesBetween)
      } finally {
        attack.isOver = true
        await writing
        await server.stop()
        attack.faults.push(...server.lines.filter(reportsFailure))
      }
      const { acknowledged, sent } = attack
      const wrong = await inState(state, ({ db }) => checkWrites(db, { acknowledged, sent, faultsBefore }))
      const faults = [...attack.faults, ...wrong]
      const lost = wrong.filter((fault) => fault.startsWith('LOST')).length
      const figure = `${kills} kills, ${acknowledged.length.toLocaleString('en')} acknowledged writes, ${lost} lost, ${faults.length - lost} other faults; writing again after ${seconds(median(away))} s, at most ${seconds(Math.max(...away))} s`
      return toVerdict(figure, faults, acknowledged.length > kills * minWritesBetween)
    }),
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)

/** A log line about an unexpected error. */
const reportsFailure = (line: string) => line.includes('"request failed"')

async function addRecords(db: Database): Promise<void> {
  for (const number of patched) await insertOwed(db, number, {}, { risk: 'moderate' })
  for (const number of [...saved, ...completed]) await addFilledReview(db, number)
}

function waitForWrites({ acknowledged }: MixedWrites, more: number): Promise<number> {
  const enough = acknowledged.length + more
  const options = { timeoutMs: 120_000, pollMs: 20 }
  return waitUntil('the service has recovered', () => acknowledged.length >= enough, options)
}

/** Kills the target and restarts the application if it was killed; the application starts the database. */
async function killAndStart(
  state: OwnState,
  server: ServerProcess,
  victim: (typeof targets)[number],
): Promise<ServerProcess> {
  const gone = new Promise((resolve) => server.child.once('exit', resolve))
  if (victim !== 'database') server.child.kill('SIGKILL')
  if (victim !== 'application') await endDatabase(state)
  if (victim === 'database') return server
  await gone
  return startServer(state.env)
}
