import { drizzle } from 'drizzle-orm/node-postgres'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ConnectionPatch, NewConnection } from '#lib/contracts/app/connections.ts'
import type { ConnectionOptions } from '#lib/contracts/connection-options.ts'
import { receiveEvent } from '#lib/contracts/events.ts'
import { getKind, sendingKinds } from '#server/connections/all-kinds.ts'
import { createConnection, updateConnection } from '#server/connections/commands.ts'
import { callRoute, provideTestRuntime, setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createTestDatabase } from '#server/platform/db/testing.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { sealText } from '#server/platform/sealed-text.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { incidents } from '#server/schema/changes.ts'
import { connections, inboundEvents } from '#server/schema/connections.ts'
import { readInboundEvents } from './read-events.ts'
import { receiveEvent as receive } from './receive-event.ts'
import { listEvents, retryEvent } from './stored-events.ts'
import { sendEvents } from './testing-events.ts'

const database = provideTestRuntime()

let sent = 0

async function send(connection: string, secret = 'between-us') {
  const headers = { authorization: `Bearer ${secret}` }
  sent += 1
  const response = await callRoute(receiveEvent, { params: { connection }, body: { sent }, headers })
  return [response.status, response.headers.get('ratelimit-policy')]
}

test('refuses events beyond the space of a connection, and of all, until events are deleted', async () => {
  const database = await createTestDatabase()
  const before = getRuntime()
  setTestRuntime(database)
  setRuntime({ ...getRuntime(), env: { ...getRuntime().env, eventSpace: 4e6 } })
  const ctx = testContext(database.db, testPerson('admin'), new Date())
  const large = async (connection: string, number = ++sent) => {
    const headers = { authorization: 'Bearer between-us' }
    const body = { sent: number, text: 'x'.repeat(1e6) }
    const response = await callRoute(receiveEvent, { params: { connection }, body, headers })
    return response.status === 202 ? 202 : `${response.status} ${(await response.json()).error.message.slice(0, 33)}`
  }
  try {
    for (const name of ['full-a', 'full-b', 'full-c']) {
      await createConnection(ctx, NewConnection.parse({ kind: 'json', name, signing_secret: 'between-us' }))
    }
    expect(await large('full-a')).toBe(202)
    const first = sent
    expect(await large('full-a')).toBe('507 The events of this connection tak')
    // A stored event needs no further space.
    for (let times = 0; times < 5; times += 1) expect(await large('full-a', first)).toBe(202)
    expect((await send('full-a'))[0]).toBe(202)
    for (const name of ['full-b', 'full-c']) expect(await large(name)).toBe(202)
    await createConnection(ctx, NewConnection.parse({ kind: 'json', name: 'full-d', signing_secret: 'between-us' }))
    expect(await large('full-d')).toBe('507 The events of all connections tak')
    await database.db.delete(inboundEvents)
    setRuntime({ ...getRuntime(), db: drizzle(database.pool) })
    expect(await large('full-d')).toBe(202)
  } finally {
    setRuntime(before)
    await database.drop()
  }
})

test('reads a failed event again when it is sent again, or an admin wants to', async () => {
  const ctx = testContext(database.db, testPerson('admin'), new Date())
  const input = { kind: 'json', name: 'failing', signing_secret: 'between-us' }
  const { id } = await createConnection(ctx, NewConnection.parse(input))
  const headers = { authorization: 'Bearer between-us' }
  const redeliver = async () =>
    (await callRoute(receiveEvent, { params: { connection: 'failing' }, body: { at: 'never' }, headers })).json()
  const readEvent = async () => {
    const [event, ...others] = await listEvents(ctx, id)
    expect(others).toEqual([])
    return event
  }
  expect(await redeliver()).toEqual({ status: 'stored' })
  await readInboundEvents(ctx)
  expect(await readEvent()).toMatchObject({ status: 'failed', outcome: expect.stringContaining('id') })
  expect(await redeliver()).toEqual({ status: 'duplicate' })
  expect(await readEvent()).toMatchObject({ status: 'waiting', outcome: null })
  await readInboundEvents(ctx)
  const event = await readEvent()
  expect(event).toMatchObject({ status: 'failed' })
  await retryEvent(ctx, id, event?.id ?? '')
  expect(await readEvent()).toMatchObject({ status: 'waiting', outcome: null })
  await expect(retryEvent(ctx, id, event?.id ?? '')).rejects.toThrow('The event has not failed.')
  await expect(retryEvent(ctx, 'another', event?.id ?? '')).rejects.toThrow('There is no event')
})

test('reads a large event from its beginning where the options change between two turns', async () => {
  const ctx = testContext(database.db, testPerson('admin'), new Date())
  const input = { kind: 'cloudevents', name: 'batches', signing_secret: 'between-us' }
  const { id } = await createConnection(ctx, NewConnection.parse({ ...input, options: { production: ['a', 'b'] } }))
  const events = Array.from({ length: 180 }, (_, index) => ({
    specversion: '1.0',
    id: String(index),
    source: '/ci',
    type: 'dev.cdevents.incident.detected.0.3.0',
    datacontenttype: 'application/json',
    data: {
      context: { id: String(index), timestamp: '2026-03-01T10:00:00Z' },
      subject: { id: String(index), content: { environment: { id: index < 120 ? 'a' : 'b' } } },
    },
  }))
  const headers = { 'content-type': 'application/cloudevents-batch+json' }
  await readInboundEvents(ctx)
  await sendEvents(database.db, id, [{ body: events, headers }])
  await readInboundEvents(ctx, 0)
  const first = await database.db.$count(incidents)
  expect(first).toBeGreaterThan(0)
  await updateConnection(ctx, id, ConnectionPatch.parse({ options: { production: ['b'] } }))
  await readInboundEvents(ctx)
  expect(await database.db.$count(incidents)).toBe(first + 60)
})

const ownHeaders = sendingKinds.flatMap((kind) => getKind(kind).events?.header ?? [])
const credentials = [...ownHeaders.map((name) => name.toLowerCase()), 'authorization']
const standardWebhooks = ['webhook-id', 'webhook-timestamp', 'webhook-signature']

test('gives a sender without the secret the response for an unknown name, for any request', async () => {
  const ctx = testContext(database.db, undefined, new Date())
  const at = ctx.now.toISOString()
  const sealedSecret = sealText(JSON.stringify({ signing_secret: 'between-us' }), getRuntime().secret)
  const row = (kind: string) => ({
    id: `con_guess_${kind}`,
    kind,
    name: `guess-${kind}`,
    options: {} as ConnectionOptions,
    sealedSecret,
    createdAt: at,
    updatedAt: at,
    updatedBy: 'Test',
  })
  await database.db.insert(connections).values(sendingKinds.map(row))
  const respond = (name: string, headers: ReadonlyMap<string, string>, body: Uint8Array) =>
    receive(ctx, name, { get: (header) => headers.get(header) ?? null }, Buffer.from(body), {}).then(
      () => 'stored',
      ({ code, message }) => `${code} ${message}`,
    )
  const unknown = await respond('no-such-connection', new Map(), Buffer.from('{}'))
  expect(unknown).toMatch(/^unauthenticated /)
  const value = fc.oneof(
    fc.constantFrom('', 'x', 'sha256=', 'sha256=x', 'v1=', 'v1,', 'Bearer ', 'Basic Og==', 'Bearer undefined', 'null'),
    fc.string({ unit: 'binary' }),
  )
  const headers = fc.array(fc.tuple(fc.constantFrom(...credentials, ...standardWebhooks), value), { maxLength: 5 })
  const body = fc.oneof(fc.constantFrom(new Uint8Array(), new TextEncoder().encode('{}')), fc.uint8Array())
  type Sent = [string, [string, string][], Uint8Array<ArrayBuffer>]
  const examples = sendingKinds.map((kind): Sent => [kind, credentials.map((name) => [name, 'x']), new Uint8Array()])
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...sendingKinds), headers, body, async (kind, sent, bytes) => {
      expect(await respond(`guess-${kind}`, new Map(sent), bytes)).toBe(unknown)
    }),
    { numRuns: runs(1000), examples },
  )
})
