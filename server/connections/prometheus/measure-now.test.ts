import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { putMeasures } from '#server/changes/measures.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { readEnv } from '#server/platform/env.ts'
import { listen, listenInTest } from '#server/platform/http/testing-listen.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { testPerson } from '#server/platform/runtime/testing-context.ts'
import { createContext, insertChange } from '#server/reviews/testing.ts'
import { changes } from '#server/schema/changes.ts'
import { connections } from '#server/schema/connections.ts'
import { measureNow } from './measure-now.ts'

const database = provideTestDatabase({ empty: [changes, connections] })
beforeEach(() => {
  setTestRuntime(database)
  setRuntime({ ...getRuntime(), env: readEnv({ NODE_ENV: 'test', HINDSIGHT_PLAIN_HOSTS: '127.0.0.1' }) })
})
const at = '2026-03-01T00:00:00.000Z'

async function connect(url: string): Promise<void> {
  const options = { interval_minutes: 60, requests_per_minute: 600 }
  const times = { createdAt: at, updatedAt: at, updatedBy: 'test' }
  await database.db
    .insert(connections)
    .values({ id: 'con_1', kind: 'prometheus', name: 'Main', url, options, ...times })
}

async function state(queries: readonly (string | null)[]): Promise<void> {
  await insertChange(database.db, 'CHG1', {})
  const other = { unit: null, better: 'lower', baseline: null, target: 1, abort_if: null } as const
  const measures = queries.map((query, index) => ({ ...other, name: `Measure ${index}`, query }))
  await putMeasures(createContext(database.db), 'CHG1', { measures })
}

const readValues = async () =>
  (await measureNow(createContext(database.db), 'chg1')).measures.map(({ readings }) =>
    readings.map(({ value, source }) => [value, source]),
  )

test('an implementer or a reviewer reads the measures at once, and is told what stands in the way', async () => {
  await state(['vector(1)', null])
  await expect(readValues()).rejects.toThrow('No connection to a Prometheus is enabled.')
  const data = { resultType: 'scalar', result: [1_772_323_200, '205.5'] }
  const { url } = await listenInTest(
    createServer((_, response) => {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ status: 'success', data }))
    }),
  )
  await connect(url)
  expect(await readValues()).toEqual([[[205.5, 'Prometheus “Main”']], []])
  const viewer = createContext(database.db, testPerson('viewer', 'acc_vera'))
  await expect(measureNow(viewer, 'CHG1')).rejects.toMatchObject({ code: 'forbidden' })
})

const program = '/usr/bin/prometheus'

/** Starts Debian's Prometheus, without anything to scrape; returns its URL when it answers. */
async function startPrometheus(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'hindsight-prometheus-'))
  const config = join(folder, 'prometheus.yml')
  writeFileSync(config, 'global: {}\n')
  const { url, close } = await listen(createServer())
  close()
  const options = [`--config.file=${config}`, `--storage.tsdb.path=${folder}/data`]
  const child = spawn(program, [...options, `--web.listen-address=${new URL(url).host}`], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true, force: true })
  })
  await vi.waitFor(async () => expect((await fetch(`${url}/-/ready`)).status).toBe(200), { timeout: 60_000 })
  return url
}

test.skipIf(!existsSync(program))('reads what a real Prometheus answers', async () => {
  await connect(await startPrometheus())
  await state(['vector(205.5)', 'scalar(vector(0.25))', 'absent_series', 'vector(0) / 0'])
  const from = (value: number | null) => [[value, 'Prometheus “Main”']]
  expect(await readValues()).toEqual([from(205.5), from(0.25), from(null), from(null)])
  await database.db.delete(changes)
  await state(['vector(1) or label_replace(vector(2), "a", "b", "", "")'])
  await expect(readValues()).rejects.toThrow('has 2 series: it must have one.')
  await database.db.delete(changes)
  await state(['vector('])
  await expect(readValues()).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/^Measure 0: .*parse error/),
  })
})
