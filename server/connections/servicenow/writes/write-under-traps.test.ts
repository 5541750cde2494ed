import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startServiceNow } from '#e2e/lab/servicenow/hostile-servicenow.ts'
import { noTraps } from '#e2e/lab/servicenow/traps.ts'
import { checkWritten } from '#e2e/lab/servicenow/write-back/check-written.ts'
import { countWrites, delayMs, openWriter, resolveConflicts } from '#e2e/lab/servicenow/write-back/open-writer.ts'
import { prepareStage } from '#e2e/lab/servicenow/write-back/stage.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { readEnv } from '#server/platform/env.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'

const database = provideTestDatabase()
beforeAll(async () => {
  setTestRuntime(database)
  setRuntime({ ...getRuntime(), env: readEnv({ NODE_ENV: 'test', HINDSIGHT_PLAIN_HOSTS: '127.0.0.1' }) })
})
afterAll(async () => {
  setRuntime(undefined)
})

test('whatever the instance does and wherever a run ends, nothing is doubled, lost or overwritten silently', async () => {
  const traps = { lostAnswerShare: 0.1, errorShare: 0.01, otherWriterShare: 0.1, maxTextLength: 200 }
  const instance = await startServiceNow(traps, 'small')
  onTestFinished(instance.stop)
  const stage = await prepareStage(database.db, instance, { seed: 'small', perMinute: 6000 })
  const writer = await openWriter(database.db, stage.connectionId)
  for (let index = 0; index < 6; index += 1) await stage.complete(index)
  let runs = 0
  const writeAll = async (stopAfterMs: (run: number) => number) => {
    for (; (await countWrites(database.db, stage.connectionId, 'waiting')) > 0 && runs < 60; runs += 1) {
      const signal = AbortSignal.timeout(stopAfterMs(runs))
      await writer.run({ now: new Date(Date.now() + runs * delayMs), signal }).catch((error) => {
        if (!signal.aborted) throw error
      })
    }
  }
  await writeAll((run) => 20 + run * 10)
  const first = await checkWritten(database.db, instance, stage)
  expect(first.faults).toEqual([])
  expect(first.counts.waiting).toBe(0)
  expect(first.counts.done).toBeGreaterThan(10)

  instance.traps = noTraps
  const settled = await resolveConflicts(database.db, stage.connectionId)
  await writeAll(() => 60_000)
  const last = await checkWritten(database.db, instance, stage, settled)
  expect(last).toMatchObject({ faults: [], counts: { waiting: 0, conflict: 0 } })
})
