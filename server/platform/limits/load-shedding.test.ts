import { expect, test } from 'vitest'
import { getReadiness } from '#lib/contracts/operations.ts'
import { listUsers } from '#lib/contracts/users.ts'
import { callRoute, setTestRuntime } from '#server/platform/api/testing-call.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { withWaiting } from '#server/platform/db/testing-waiting.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'

const database = provideTestDatabase()

const setWaiting = (waitingCount: number) => {
  setTestRuntime(database)
  const runtime = getRuntime()
  setRuntime({ ...runtime, pool: withWaiting(runtime.pool, waitingCount) })
}

test('rejects requests while 50 wait for each connection, with Retry-After', async () => {
  setWaiting(249)
  expect((await callRoute(listUsers)).status).toBe(401)
  setWaiting(250)
  const response = await callRoute(listUsers)
  expect(response.status).toBe(503)
  expect(response.headers.get('Retry-After')).toBe('1')
  expect(await response.json()).toMatchObject({ error: { code: 'unavailable' } })
})

test('still responds to the operations endpoints', async () => {
  setWaiting(250)
  expect((await callRoute(getReadiness)).status).toBe(200)
})
