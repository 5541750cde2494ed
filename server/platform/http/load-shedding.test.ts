import { afterAll, beforeAll, expect, test } from 'vitest'
import { getReadiness } from '#lib/contracts/operations.ts'
import { listUsers } from '#lib/contracts/users.ts'
import { callRoute, setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { withWaiting } from '#server/platform/db/testing-waiting.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const setWaiting = (waitingCount: number) => {
  setTestRuntime(database)
  const runtime = getRuntime()
  setRuntime({ ...runtime, pool: withWaiting(runtime.pool, waitingCount) })
}

test('more than 50 requests waiting for each connection are refused, with the time to come back after', async () => {
  setWaiting(499)
  expect((await callRoute(listUsers)).status).toBe(401)
  setWaiting(500)
  const answer = await callRoute(listUsers)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('Retry-After')).toBe('1')
  expect(await answer.json()).toMatchObject({ error: { code: 'unavailable' } })
})

test('operations are answered all the same', async () => {
  setWaiting(500)
  expect((await callRoute(getReadiness)).status).toBe(200)
})
