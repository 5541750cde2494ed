import { hash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '#lib/contracts/app/accounts.ts'
import { createApiToken } from '#lib/contracts/app/api-tokens.ts'
import { startReview } from '#lib/contracts/app/reviews.ts'
import type { Endpoint } from '#lib/contracts/endpoint.ts'
import { createImprovement, getImprovement } from '#lib/contracts/improvements.ts'
import * as accounts from '#server/platform/auth/account-commands.ts'
import { testSessionCookie } from '#server/platform/auth/testing-session.ts'
import { listApiTokens } from '#server/platform/auth/token-queries.ts'
import { readRows } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { insertChange, newAction } from '#server/reviews/testing.ts'
import { idempotencyKeys } from '#server/schema/access.ts'
import { auditEvents } from '#server/schema/history.ts'
import { improvements } from '#server/schema/improvements.ts'
import { notifications } from '#server/schema/notifications.ts'
import { callRoute, provideTestRuntime } from './testing-call.ts'

const database = provideTestRuntime()
let cookie: string
beforeAll(async () => {
  const admin = { email: 'admin@hindsight.example', name: 'Admin', role: 'admin', password: 'long enough' } as const
  const { id } = await accounts.createAccount(testContext(database.db), admin)
  cookie = await testSessionCookie({ id, sessionVersion: 1 })
})

const post = (endpoint: Endpoint, key: string, body: unknown) =>
  callRoute(endpoint, { body, headers: { cookie, 'Idempotency-Key': key } })
const storedRows = async () => JSON.stringify(await database.db.select().from(idempotencyKeys))

describe('Idempotency-Key', () => {
  test('creates a token once for repeated requests and stores no readable secret', async () => {
    const body = { name: 'Sync', system: 'itsm', scope: 'read', expires_at: null }
    const first = await (await post(createApiToken, 'token-1', body)).json()
    const again = await post(createApiToken, 'token-1', body)
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
    expect(await again.json()).toEqual(first)
    expect((await listApiTokens(testContext(database.db), { page: 1, limit: 100 })).total).toBe(1)
    expect(await storedRows()).not.toContain(first.secret)
    expect(await storedRows()).not.toContain(first.token.hint)
  })

  test('stores no hash from which a password can be guessed', async () => {
    const body = { email: 'new@hindsight.example', name: 'New', role: 'viewer', password: 'easy to guess' }
    expect((await post(createAccount, 'account-1', body)).status).toBe(201)
    expect(await storedRows()).toContain('account-1')
    expect(await storedRows()).not.toContain(hash('sha256', JSON.stringify(body), 'hex'))
  })

  test('rejects another body, and is free again after a failure', async () => {
    const body = { email: 'third@hindsight.example', name: 'Third', role: 'viewer', password: 'long enough too' }
    const taken = { ...body, email: 'admin@hindsight.example' }
    expect((await post(createAccount, 'account-2', taken)).status).toBe(409)
    expect((await post(createAccount, 'account-2', body)).status).toBe(201)
    expect((await post(createAccount, 'account-2', taken)).status).toBe(422)
  })

  test('rejects another record', async () => {
    for (const number of ['CHG1', 'CHG2']) await insertChange(database.db, number)
    const start = (number: string) =>
      callRoute(startReview, { params: { number }, body: {}, headers: { cookie, 'Idempotency-Key': 'review-1' } })
    expect((await start('CHG1')).status).toBe(201)
    expect((await start('CHG1')).headers.get('Idempotency-Replayed')).toBe('true')
    expect((await start('CHG2')).status).toBe(422)
  })
})

describe('Idempotency-Key of a new improvement', () => {
  const makeImprovement = (sourceRef: string) => newAction(sourceRef, { owner: 'ines@hindsight.example' })
  const send = (key: string, body: object = makeImprovement(key)) => post(createImprovement, key, body)
  const countRecords = (sourceRef: string) => database.db.$count(improvements, eq(improvements.sourceRef, sourceRef))
  /** Row counts of the tables that such a write adds to. */
  const rowCounts = () =>
    Promise.all([improvements, auditEvents, notifications].map((table) => database.db.$count(table)))

  test('returns the stored record, and the same response again', async () => {
    const first = await send('improvement-1')
    expect(first.status).toBe(201)
    const created = await first.json()
    const read = await callRoute(getImprovement, { params: { id: created.id }, headers: { cookie } })
    expect(await read.json()).toEqual(created)
    expect(first.headers.get('ETag')).toBe(read.headers.get('ETag'))
    const again = await send('improvement-1')
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([201, 'true'])
    expect(['ETag', 'Location', 'Content-Type'].map((name) => again.headers.get(name))).toEqual(
      ['ETag', 'Location', 'Content-Type'].map((name) => first.headers.get(name)),
    )
    expect(await again.json()).toEqual(created)
  })

  test('runs one of fifty concurrent requests, with one history entry, one notification and one mail', async () => {
    const before = await rowCounts()
    const responses = await Promise.all(Array.from({ length: 50 }, () => send('improvement-2')))
    const bodies = await Promise.all(
      responses.filter(({ status }) => status === 201).map((response) => response.json()),
    )
    const others = responses.filter(({ status }) => status !== 201)
    for (const response of others) expect((await response.json()).error.code).toBe('idempotency_in_progress')
    expect(new Set(bodies.map(({ id }) => id)).size).toBe(1)
    expect(await rowCounts()).toEqual(before.map((count) => count + 1))
  })

  test('returns 409 while another transaction holds the key, and is free after its rollback', async () => {
    expect((await send('improvement-4 seen before')).status).toBe(201)
    const [row] = await readRows(database.db, idempotencyKeys, { key: 'improvement-4 seen before' })
    if (!row) throw new Error('The key was not stored.')
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query(
      `insert into idempotency_keys select caller, operation, 'improvement-4', request_hash, status, headers, body, created_at
       from idempotency_keys where key = 'improvement-4 seen before'`,
    )
    expect((await send('improvement-4')).status).toBe(409)
    await client.query('rollback')
    client.release()
    expect(await countRecords('improvement-4')).toBe(0)
    expect((await send('improvement-4')).status).toBe(201)
  })

  test('runs again once the stored response has expired', async () => {
    const first = await (await send('improvement-5')).json()
    const past = new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString()
    await database.db.update(idempotencyKeys).set({ createdAt: past }).where(eq(idempotencyKeys.key, 'improvement-5'))
    const second = await send('improvement-5')
    expect(second.headers.get('Idempotency-Replayed')).toBeNull()
    expect((await second.json()).id).not.toBe(first.id)
    expect(await countRecords('improvement-5')).toBe(2)
    expect((await send('improvement-5')).headers.get('Idempotency-Replayed')).toBe('true')
  })

  test('stores neither key nor record when any part of the write fails', async () => {
    await database.pool.query('alter table notifications rename column title to heading')
    const before = await database.db.$count(improvements)
    expect((await send('improvement-6')).status).toBe(500)
    await database.pool.query('alter table notifications rename column heading to title')
    expect(await database.db.$count(improvements)).toBe(before)
    expect(await database.db.$count(idempotencyKeys, eq(idempotencyKeys.key, 'improvement-6'))).toBe(0)
    expect((await send('improvement-6')).status).toBe(201)
  })
})
