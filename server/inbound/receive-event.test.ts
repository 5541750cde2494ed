import { afterAll, beforeAll, expect, it } from 'vitest'
import { NewConnection } from '#lib/contracts/app/connections.ts'
import { receiveEvent } from '#lib/contracts/inbound-events.ts'
import { createConnection } from '#server/connections/commands.ts'
import { callRoute, setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { listEvents } from './list-events.ts'
import { readEvents } from './read-events.ts'
import { retryEvent } from './retry-event.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  setTestRuntime(database)
})
afterAll(async () => {
  setRuntime(undefined)
  await database.drop()
})

/** Requests per minute, the quota of everything else. */
const limit = 0.01
let sent = 0

async function send(connection: string, secret = 'between-us') {
  const headers = { authorization: `Bearer ${secret}` }
  sent += 1
  const response = await callRoute(receiveEvent, { params: { connection }, body: { sent }, headers })
  return [response.status, response.headers.get('ratelimit-policy')]
}

it('reads a failed event again when it is sent again, or an admin wants to', async () => {
  const ctx = testContext(database.db, testPerson('admin'), new Date())
  const { id } = await createConnection(
    ctx,
    NewConnection.parse({ kind: 'json', name: 'failing', signing_secret: 'between-us' }),
  )
  const headers = { authorization: 'Bearer between-us' }
  const redeliver = async () =>
    (await callRoute(receiveEvent, { params: { connection: 'failing' }, body: { at: 'never' }, headers })).json()
  const eventOf = async () => {
    const [event, ...others] = await listEvents(ctx, id)
    expect(others).toEqual([])
    return event
  }
  expect(await redeliver()).toEqual({ status: 'stored' })
  await readEvents(ctx)
  expect(await eventOf()).toMatchObject({ status: 'failed', outcome: expect.stringContaining('id') })
  expect(await redeliver()).toEqual({ status: 'duplicate' })
  expect(await eventOf()).toMatchObject({ status: 'waiting', outcome: null })
  await readEvents(ctx)
  const event = await eventOf()
  expect(event).toMatchObject({ status: 'failed' })
  await retryEvent(ctx, id, event?.id ?? '')
  expect(await eventOf()).toMatchObject({ status: 'waiting', outcome: null })
  await expect(retryEvent(ctx, id, event?.id ?? '')).rejects.toThrow('The event has not failed.')
  await expect(retryEvent(ctx, 'another', event?.id ?? '')).rejects.toThrow('There is no event')
})

it('counts the events of a connection, and by address those that are rejected', async () => {
  const ctx = testContext(database.db, undefined, new Date())
  for (const name of ['one', 'other']) {
    await createConnection(ctx, NewConnection.parse({ kind: 'json', name, signing_secret: 'between-us' }))
  }
  const runtime = getRuntime()
  setRuntime({ ...runtime, env: { ...runtime.env, rateLimit: limit } })
  const policy = '"events";q=3;w=60'
  for (let times = 0; times < 3; times += 1) expect(await send('one')).toEqual([202, policy])
  expect(await send('one')).toEqual([429, policy])
  expect(await send('other')).toEqual([202, policy])
  const ofRejected = '"rejected-events";q=1;w=60'
  expect(await send('other', 'a guess')).toEqual([401, ofRejected])
  expect(await send('other', 'another guess')).toEqual([429, ofRejected])
  expect(await send('other')).toEqual([429, ofRejected])
})
