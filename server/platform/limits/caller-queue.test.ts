import { beforeEach, expect, test, vi } from 'vitest'
import { listEvents } from '#lib/contracts/events.ts'
import { createImprovement } from '#lib/contracts/improvements.ts'
import { listIncidents } from '#lib/contracts/incidents.ts'
import { listUsers } from '#lib/contracts/users.ts'
import { callRoute, importHandler, provideTestRuntime, setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import { createTestDatabase } from '#server/platform/db/testing.ts'
import { anonymous } from '#server/platform/runtime/context.ts'
import { testContext, testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { createCallerTurn, FairQueue } from './fair-queue.ts'

const database = provideTestRuntime()
// The callers of each test are alone.
let elapsed = 0
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  elapsed += 1_000
  vi.advanceTimersByTime(elapsed)
})

/** Starts requests that run until they are ended. */
function startMany(count: number, start: (work: () => Promise<void>) => Promise<unknown>) {
  let running = 0
  let end = () => {}
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

test.each([
  ['one caller', testToken],
  ['one IP address', anonymous],
])('%s runs fewer requests than there are connections, and another caller does not wait', async (_, actor) => {
  const connections = database.pool.options.max
  const many = startMany(20, (work) => createCallerTurn(listUsers, actor, 'many').run(work))
  await settled()
  expect(many.running()).toBe(connections - 1)
  const other = await createCallerTurn(listUsers, testPerson('viewer'), 'account:other').run(async () => 'at once')
  expect(other).toBe('at once')
  await many.end()
  expect(many.running()).toBe(20)
})

test('what a signed-in person reads takes half of the connections of pages, whole lists included', async () => {
  const pages = await createTestDatabase()
  setTestRuntime({ ...database, pages })
  try {
    const { run, each } = createCallerTurn(listUsers, testPerson('viewer'), 'account:many')
    const half = Math.floor(pages.pool.options.max / 2)
    const many = startMany(20, run)
    await settled()
    expect(many.running()).toBe(half)
    let read = 0
    async function* parts() {
      for (; read < 2; read += 1) yield read
    }
    const whole = Array.fromAsync(each(parts()))
    await settled()
    expect(read).toBe(0)
    await many.end()
    expect(await whole).toEqual([0, 1])
  } finally {
    setTestRuntime(database)
    await pages.drop()
  }
})

async function headersOfToken(scope: 'read' | 'write') {
  const grant = { name: 'turns', system: 'itsm', scope, role: null, expiresAt: null, origin: 'entry' } as const
  const { secret } = await createToken(testContext(database.db, testPerson('admin'), new Date()), grant)
  return { authorization: `Bearer ${secret}` }
}

test('a request takes its turn once its body has arrived', async () => {
  const headers = { ...(await headersOfToken('write')), 'content-type': 'application/json' }
  const create = await importHandler(createImprovement)
  const take = vi.spyOn(FairQueue.prototype, 'take')
  const arriving = Promise.withResolvers<ReadableStreamDefaultController>()
  const body = new ReadableStream({ pull: arriving.resolve }, { highWaterMark: 0 })
  const url = `http://127.0.0.1${createImprovement.path}`
  const response = create(new Request(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit))
  const stream = await arriving.promise
  expect(take).not.toHaveBeenCalled()
  stream.enqueue(Buffer.from('{}'))
  stream.close()
  expect(await response).toMatchObject({ status: 400 })
  expect(take).toHaveBeenCalledOnce()
})

test('each page of an export is read in a turn', async () => {
  const headers = await headersOfToken('read')
  const take = vi.spyOn(FairQueue.prototype, 'take')
  const { body } = await callRoute(listIncidents, { query: { format: 'ndjson' }, headers })
  await Array.fromAsync(body ?? [])
  // The request, its only page, and the look for another.
  expect(take).toHaveBeenCalledTimes(3)
})

test('long polls take no turns', async () => {
  const many = startMany(20, (work) => createCallerTurn(listEvents, testToken, 'all').run(work))
  await settled()
  expect(many.running()).toBe(20)
  await many.end()
})

test('more than 50 waiting requests for each connection are rejected with 503', async () => {
  const connections = database.pool.options.max
  const most = 50 * connections + connections - 1
  const many = startMany(most, (work) => createCallerTurn(listUsers, testToken, 'token:flood').run(work))
  await settled()
  await expect(createCallerTurn(listUsers, testToken, 'token:flood').run(async () => {})).rejects.toMatchObject({
    code: 'unavailable',
  })
  await many.end()
})
