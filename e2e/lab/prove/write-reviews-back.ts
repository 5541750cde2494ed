import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { withOwnDatabase } from '#e2e/own-server.ts'
import { createRandom } from '#server/demo/random.ts'
import { readEnv } from '#server/platform/env.ts'
import { setRuntime } from '#server/platform/runtime/runtime.ts'
import { type HostileServiceNow, startServiceNow } from '../servicenow/hostile-servicenow.ts'
import { drawTraps, noTraps, type Traps } from '../servicenow/traps.ts'
import { checkWritten } from '../servicenow/write-back/check-written.ts'
import { countWrites, resolveConflicts } from '../servicenow/write-back/open-writer.ts'
import { prepareStage, type Stage } from '../servicenow/write-back/stage.ts'
import { type Claim, verdictOf } from './claim.ts'
import type { Target } from './interruption/interrupt.ts'

const secret = 'a secret of this proof that seals nothing else'
/** Maximum requests per minute that the connection allows. */
const maxPerMinute = 2000
/** Completions after which the instance behaves differently. */
const completionsPerSetting = 25
/** Milliseconds without any progress after which the proof has failed. */
const stuckAfterMs = 300_000

export const writeReviewsBack: Claim = {
  name: 'write-reviews-back',
  claim:
    'Completed reviews are written back to a hostile ServiceNow once and equal, or listed as a conflict or failure with its reason, though the writer is killed and others write there',
  prove: (ground, { isQuick }) =>
    withOwnDatabase(ground, async (url, db, pool) => {
      const env = readEnv({ NODE_ENV: 'test', HINDSIGHT_PLAIN_HOSTS: '127.0.0.1' })
      setRuntime({ env, db, pool, secret })
      const instance = await startServiceNow(settingOf(0), 'proof')
      try {
        return await attack({ url, db, pool }, instance, isQuick ? 40 : 1_000)
      } finally {
        await instance.stop()
        setRuntime(undefined)
      }
    }),
}

async function attack(target: Target, instance: HostileServiceNow, completions: number) {
  const stage = await prepareStage(target.db, instance, { seed: 'proof', perMinute: maxPerMinute })
  const killer = startKiller(target.url, stage.connectionId)
  let kills: number
  try {
    for (let index = 0; index < completions; index += 1) {
      if (index % completionsPerSetting === 0) instance.traps = settingOf(index)
      await stage.complete(index)
      // The writer stays close behind, so that others write before, between and after its requests.
      while ((await countWrites(target.db, stage.connectionId, 'waiting')) > 200) await sleep(50)
    }
    await waitUntilWritten(target, stage)
  } finally {
    kills = await killer.stop()
  }
  const first = await checkWritten(target.db, instance, stage)
  instance.traps = noTraps
  const resolved = await resolveConflicts(target.db, stage.connectionId)
  const heir = startKiller(target.url, stage.connectionId)
  try {
    await waitUntilWritten(target, stage)
  } finally {
    kills += await heir.stop()
  }
  const last = await checkWritten(target.db, instance, stage, resolved)
  const most = instance.requests.mostWithin(60_000)
  const faults = [...first.faults, ...last.faults]
  if (most > maxPerMinute) faults.push(`${most} requests in a minute, ${maxPerMinute} are allowed`)
  const { done, conflict, failed, dropped } = first.counts
  const rest = `after decisions ${last.counts.done} equal, ${last.counts.failed} failed with a reason`
  const figure = `${completions} completions, ${kills} kills, ${stage.foreign.length} edits of others: ${done} writes equal when read back, ${conflict} conflicts, ${failed} failed with a reason, ${dropped} replaced; ${rest}; ${instance.requests.entries.length} requests, at most ${most} a minute of ${maxPerMinute} allowed; ${faults.length} silent differences or doubles`
  return verdictOf(figure, faults, done > completions && conflict > 0 && kills > 0)
}

/** A random setting without waits of minutes, and with rows that the account may read. */
function settingOf(index: number): Traps {
  const traps = drawTraps(`write back ${index}`)
  const storm = { ...traps.storm, every: traps.storm.every * 10 }
  return { ...traps, hiddenShare: 0, clockSkewMs: 0, maxPageBytes: Number.POSITIVE_INFINITY, storm }
}

async function waitUntilWritten({ db }: Target, { connectionId }: Stage): Promise<void> {
  let [least, since] = [Number.POSITIVE_INFINITY, performance.now()]
  for (;;) {
    const waiting = await countWrites(db, connectionId, 'waiting')
    if (waiting === 0) return
    if (waiting < least) [least, since] = [waiting, performance.now()]
    if (performance.now() - since > stuckAfterMs) throw new Error(`${waiting} writes are still waiting.`)
    await sleep(100)
  }
}

/** Runs the writer, and kills it with SIGKILL and starts it again, until it is stopped. */
function startKiller(databaseUrl: string, connectionId: string) {
  const random = createRandom('kills')
  const program = fileURLToPath(new URL('../servicenow/write-back/run-writer.ts', import.meta.url))
  let isStopping = false
  let kills = 0
  const work = (async () => {
    for (let run = 0; !isStopping; run += 5) {
      const child = spawn(process.execPath, [program, databaseUrl, secret, connectionId, String(run)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const isUp = await Promise.race([
        once(child.stdout, 'data').then(() => true),
        once(child, 'exit').then(() => false),
      ])
      if (!isUp) throw new Error('The writer did not start.')
      const end = performance.now() + random.between(200, 6_000)
      while (performance.now() < end && !isStopping) await sleep(20)
      await kill(child)
      kills += 1
    }
  })()
  return {
    async stop(): Promise<number> {
      isStopping = true
      await work
      return kills
    },
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) throw new Error(`The writer ended with ${child.exitCode}.`)
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
