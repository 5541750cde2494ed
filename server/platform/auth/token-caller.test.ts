import type { LRUCache } from 'lru-cache'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Endpoint } from '#lib/contracts/endpoint.ts'
import { getMetrics } from '#lib/contracts/operations.ts'
import { listUsers } from '#lib/contracts/users.ts'
import { callRoute, setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createDatabase } from '#server/platform/db/client.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { type DatabaseProxy, shortGrace, startDatabaseProxy } from '#server/platform/db/testing-proxy.ts'
import { readSamples } from '#server/platform/metrics/testing-samples.ts'
import { processWide } from '#server/platform/process/process-wide.ts'
import { forgetProcessWide } from '#server/platform/process/testing-process-wide.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { verifyTokenWhenDegraded } from './token-caller.ts'
import { createToken, revokeApiToken } from './token-commands.ts'
import { hashToken } from './token-queries.ts'

const database = provideTestDatabase()
let proxy: DatabaseProxy
let behindProxy: ReturnType<typeof createDatabase>
beforeAll(async () => {
  proxy = await startDatabaseProxy(database.url)
  behindProxy = createDatabase(proxy.url, { poolSize: 5, statementTimeout: 100, grace: shortGrace })
  behindProxy.pool.on('error', () => {})
})
afterAll(async () => {
  await behindProxy.pool.end()
  await proxy.close()
})
beforeEach(() => {
  proxy.thaw()
  setTestRuntime({ ...database, ...behindProxy })
})

async function makeToken(expiresAt: string | null = null) {
  const input = { name: 'Tests', system: 'resources', scope: 'read', expiresAt, origin: 'entry' } as const
  return createToken(testContext(database.db), input)
}

const call = (endpoint: Endpoint, secret: string) =>
  callRoute(endpoint, { headers: { Authorization: `Bearer ${secret}` } })
/** Milliseconds for which a token that was verified is not read again. */
const trustedMs = (secret: string) =>
  processWide<Pick<LRUCache<string, object>, 'getRemainingTTL'>>('verified-tokens', () => {
    throw new Error('No token was verified.')
  }).getRemainingTTL(hashToken(secret))
/** Forgets every verified token, as if this time had passed. */
const endTrust = () => forgetProcessWide('verified-tokens')
const getStatus = async (endpoint: Endpoint, secret: string) => (await call(endpoint, secret)).status

test('returns metrics, and nothing else, for a token that was valid before the database stopped responding', async () => {
  const { secret } = await makeToken()
  const { secret: unseen } = await makeToken()
  expect(await getStatus(getMetrics, secret)).toBe(200)
  expect(await getStatus(listUsers, secret)).toBe(200)
  endTrust()
  proxy.freeze()
  const [response, ...refused] = await Promise.all([
    call(getMetrics, secret),
    getStatus(listUsers, secret),
    getStatus(getMetrics, unseen),
    getStatus(getMetrics, 'made-up'),
  ])
  expect(response.status).toBe(200)
  const samples = readSamples(await response.text())
  expect(samples.get('hindsight_database_answers')).toBe(0)
  expect(samples.has('hindsight_outbox_mails')).toBe(false)
  expect(refused).toEqual([503, 503, 503])
  proxy.thaw()
  await expect.poll(() => getStatus(getMetrics, 'made-up')).toBe(401)
  await expect.poll(() => getStatus(getMetrics, unseen)).toBe(200)
  expect(readSamples(await (await call(getMetrics, secret)).text()).get('hindsight_database_answers')).toBe(1)
})

test('rejects a token that was revoked before the database stopped responding', async () => {
  const elsewhere = await makeToken()
  const own = await makeToken()
  for (const { secret } of [elsewhere, own]) expect(await getStatus(getMetrics, secret)).toBe(200)
  await database.pool.query('update api_tokens set revoked_at = now() where id = $1', [elsewhere.token.id])
  expect(trustedMs(elsewhere.secret)).toBeGreaterThan(0)
  expect(trustedMs(elsewhere.secret)).toBeLessThanOrEqual(3_000)
  endTrust()
  expect(await getStatus(getMetrics, elsewhere.secret)).toBe(401)
  await revokeApiToken(testContext(database.db), own.token.id)
  endTrust()
  proxy.freeze()
  const statuses = [elsewhere, own].map((token) => getStatus(getMetrics, token.secret))
  expect(await Promise.all(statuses)).toEqual([503, 503])
})

test('accepts a remembered token for an hour, but not beyond its expiry', async () => {
  // Its pool waits longer for the database than the check of a remembered token does.
  const patient = createDatabase(proxy.url, { poolSize: 5 })
  onTestFinished(async () => {
    proxy.thaw()
    await patient.pool.end()
  })
  setTestRuntime({ ...database, ...patient })
  const found = new Date()
  const after = (minutes: number) => new Date(found.getTime() + minutes * 60_000)
  const { secret } = await makeToken()
  const { secret: expiring } = await makeToken(after(30).toISOString())
  await verifyTokenWhenDegraded(secret, found)
  await verifyTokenWhenDegraded(expiring, found)
  endTrust()
  proxy.freeze()
  await Promise.all([
    expect(verifyTokenWhenDegraded(secret, after(59))).resolves.toMatchObject({ name: 'Tests' }),
    expect(verifyTokenWhenDegraded(secret, after(60))).rejects.toMatchObject({ code: 'unavailable' }),
    expect(verifyTokenWhenDegraded(expiring, after(29))).resolves.toMatchObject({ name: 'Tests' }),
    expect(verifyTokenWhenDegraded(expiring, after(30))).rejects.toMatchObject({ code: 'unauthenticated' }),
  ])
})
