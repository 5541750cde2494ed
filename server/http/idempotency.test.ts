import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/contracts/app/accounts.ts'
import { createApiToken } from '#lib/contracts/app/api-tokens.ts'
import { startReview } from '#lib/contracts/app/reviews.ts'
import type { Endpoint } from '#lib/contracts/endpoint.ts'
import * as accounts from '#server/accounts/commands.ts'
import { testSessionCookie } from '#server/auth/testing-session.ts'
import { idempotencyKeys } from '#server/db/schema/access.ts'
import { changes } from '#server/db/schema/changes.ts'
import { createTestDatabase, type TestDatabase } from '#server/db/testing.ts'
import { setRuntime } from '#server/runtime.ts'
import { testContext } from '#server/testing-context.ts'
import { listApiTokens } from '#server/tokens/queries.ts'
import { callRoute, setTestRuntime } from './testing-call.ts'

let database: TestDatabase
let cookie: string
beforeAll(async () => {
  database = await createTestDatabase()
  setTestRuntime(database)
  const admin = { email: 'admin@hindsight.example', name: 'Admin', role: 'admin', password: 'long enough' } as const
  const { id } = await accounts.createAccount(testContext(database.db), admin)
  cookie = await testSessionCookie({ id, sessionVersion: 1 })
})
afterAll(async () => {
  setRuntime(undefined)
  await database.drop()
})

const post = (endpoint: Endpoint, key: string, body: unknown) =>
  callRoute(endpoint, { body, headers: { cookie, 'Idempotency-Key': key } })
const kept = async () => JSON.stringify(await database.db.select().from(idempotencyKeys))

describe('Idempotency-Key', () => {
  it('gives a token once, however often it is asked for, and keeps no secret that can be read', async () => {
    const body = { name: 'Sync', system: 'itsm', scope: 'read', expires_at: null }
    const first = await (await post(createApiToken, 'token-1', body)).json()
    const again = await post(createApiToken, 'token-1', body)
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
    expect(await again.json()).toEqual(first)
    expect((await listApiTokens(testContext(database.db), { page: 1, limit: 100 })).total).toBe(1)
    expect(await kept()).not.toContain(first.secret)
    expect(await kept()).not.toContain(first.token.hint)
  })

  it('keeps no hash that a password can be guessed by', async () => {
    const body = { email: 'new@hindsight.example', name: 'New', role: 'viewer', password: 'easy to guess' }
    expect((await post(createAccount, 'account-1', body)).status).toBe(201)
    expect(await kept()).toContain('account-1')
    expect(await kept()).not.toContain(hash('sha256', JSON.stringify(body), 'hex'))
  })

  it('is refused with another body, and free again after a failure', async () => {
    const body = { email: 'third@hindsight.example', name: 'Third', role: 'viewer', password: 'long enough too' }
    const taken = { ...body, email: 'admin@hindsight.example' }
    expect((await post(createAccount, 'account-2', taken)).status).toBe(409)
    expect((await post(createAccount, 'account-2', body)).status).toBe(201)
    expect((await post(createAccount, 'account-2', taken)).status).toBe(422)
  })

  it('is refused for another record', async () => {
    const { db } = database
    const at = '2026-03-01T00:00:00.000Z'
    const change = {
      title: 'x',
      state: 'review',
      type: 'normal',
      affectedServices: [] as string[],
      origin: 'entry',
    } as const
    await db
      .insert(changes)
      .values(['CHG1', 'CHG2'].map((number) => ({ ...change, number, createdAt: at, updatedAt: at })))
    const start = (number: string) =>
      callRoute(startReview, { params: { number }, body: {}, headers: { cookie, 'Idempotency-Key': 'review-1' } })
    expect((await start('CHG1')).status).toBe(201)
    expect((await start('CHG1')).headers.get('Idempotency-Replayed')).toBe('true')
    expect((await start('CHG2')).status).toBe(422)
  })
})
