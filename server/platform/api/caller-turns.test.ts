import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listEvents } from '#lib/contracts/events.ts'
import { listUsers } from '#lib/contracts/users.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { anonymous } from '#server/platform/runtime/context.ts'
import { testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { inCallerTurn } from './caller-turns.ts'
import { setTestRuntime } from './testing-call.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  setTestRuntime(database)
})
// The callers of each test are alone.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
beforeEach(() => {
  vi.advanceTimersByTime(1_000)
})
afterAll(() => {
  vi.useRealTimers()
  return database.drop()
})

/** Starts requests that run until they are ended. */
function startMany(count: number, start: (work: () => Promise<void>) => Promise<unknown>) {
  let [running, end] = [0, () => {}]
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const all = Array.from({ length: count }, () =>
    start(() => {
      running += 1
      return ended
    }),
  )
  return { running: () => running, end: () => Promise.all([end(), ...all]) }
}

const settled = () => new Promise(setImmediate)

test('one caller runs fewer requests than there are connections, and another does not wait for them', async () => {
  const connections = database.pool.options.max
  const many = startMany(20, (work) => inCallerTurn(listUsers, testToken, 'token:many', work))
  await settled()
  expect(many.running()).toBe(connections - 1)
  const other = await inCallerTurn(listUsers, testPerson('viewer'), 'account:other', async () => 'at once')
  expect(other).toBe('at once')
  await many.end()
  expect(many.running()).toBe(20)
})

test.each([
  ['long polls', listEvents, testToken],
  ['requests of nobody in particular', listUsers, anonymous],
])('%s take no turns', async (_, endpoint, actor) => {
  const many = startMany(20, (work) => inCallerTurn(endpoint, actor, 'all', work))
  await settled()
  expect(many.running()).toBe(20)
  await many.end()
})

test('more than 50 waiting requests for each connection are rejected with 503', async () => {
  const connections = database.pool.options.max
  const most = 50 * connections + connections - 1
  const many = startMany(most, (work) => inCallerTurn(listUsers, testToken, 'token:flood', work))
  await settled()
  await expect(inCallerTurn(listUsers, testToken, 'token:flood', async () => {})).rejects.toMatchObject({
    code: 'unavailable',
  })
  await many.end()
})
