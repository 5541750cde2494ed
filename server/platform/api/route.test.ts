import { afterAll, beforeAll, expect, it } from 'vitest'
import { getHealth } from '#lib/contracts/operations.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { setRuntime } from '#server/platform/runtime/runtime.ts'
import { route } from './route.ts'
import { setTestRuntime } from './testing-call.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  setTestRuntime(database)
})
afterAll(async () => {
  setRuntime(undefined)
  await database.drop()
})

/** What a caller gets where the handler of the endpoint returns this. */
const responseTo = (body: object) =>
  route(getHealth, async () => ({ body: body as { status: 'alive' } }))(new Request('http://127.0.0.1/api/health'))

it('sends no field that the response of the contract does not have', async () => {
  const response = await responseTo({ status: 'alive', passwordHash: 'hidden word' })
  expect(await response.json()).toEqual({ status: 'alive' })
})

it('sends nothing of a body that is not the response of the contract', async () => {
  const response = await responseTo({ status: 'hidden word' })
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('hidden word')
})
