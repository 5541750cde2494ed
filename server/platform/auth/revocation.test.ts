import { beforeAll, describe, expect, test } from 'vitest'
import * as accounts from '#lib/contracts/app/accounts.ts'
import * as apiTokens from '#lib/contracts/app/api-tokens.ts'
import { listChanges } from '#lib/contracts/changes.ts'
import type { Endpoint, ResponseOf, Role } from '#lib/contracts/endpoint.ts'
import { callRoute, provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { testContext, testNow } from '#server/platform/runtime/testing-context.ts'
import { createAccount } from './account-commands.ts'
import { findRunningSession, forgetSessions } from './session-caller.ts'
import { testSessionCookie } from './testing-session.ts'
import { forgetToken, verifyToken } from './token-caller.ts'
import { createApiToken } from './token-commands.ts'
import { hashToken } from './token-queries.ts'

const database = provideTestRuntime()
let admin: { id: string; cookie: string }
beforeAll(async () => {
  admin = await signIn('admin', 'admin')
})

/** Adds an account with a session that started before anything else happened to it. */
async function signIn(name: string, role: Role) {
  const input = { email: `${name}@hindsight.example`, name, role, password: 'correct horse battery staple' }
  const { id } = await createAccount(testContext(database.db), input)
  return { id, cookie: await testSessionCookie({ id, sessionVersion: 1 }) }
}

type CallOf = Parameters<typeof callRoute>[1] & { cookie?: string }

const call = (endpoint: Endpoint, { cookie, ...input }: CallOf) =>
  callRoute(endpoint, { ...input, headers: { ...(cookie ? { cookie } : {}), ...input.headers } })
const asAdmin = (endpoint: Endpoint, input: CallOf = {}) => call(endpoint, { ...input, cookie: admin.cookie })
const readBody = async <E extends Endpoint>(_endpoint: E, response: Response): Promise<ResponseOf<E>> => response.json()
const statusFor = async (cookie: string) => (await call(accounts.getSession, { cookie })).status

test.each([
  ['ends it', accounts.endAccountSessions, undefined],
  ['disables the account', accounts.updateAccount, { is_disabled: true }],
  ['gives another role', accounts.updateAccount, { role: 'manager' }],
  ['sets another password', accounts.updateAccount, { password: 'another long password' }],
])('a session ends at once when an admin %s', async (name, endpoint, body) => {
  const { id, cookie } = await signIn(name.replaceAll(' ', '-'), 'viewer')
  expect(await statusFor(cookie)).toBe(200)
  expect((await asAdmin(endpoint, { params: { id }, body })).status).toBe(endpoint.method === 'DELETE' ? 204 : 200)
  expect(await statusFor(cookie)).toBe(401)
})

test('a token is rejected at once when it is revoked', async () => {
  const body = { name: 'Sync', system: 'itsm', scope: 'read', expires_at: null }
  const made = await asAdmin(apiTokens.createApiToken, { body })
  expect(made.status).toBe(201)
  const { secret, token } = await readBody(apiTokens.createApiToken, made)
  expect(made.headers.get('location')).toBe(`/api/app/v1/tokens/${token.id}`)
  const headers = { authorization: `Bearer ${secret}` }
  expect((await callRoute(listChanges, { headers })).status).toBe(200)
  expect((await asAdmin(apiTokens.revokeApiToken, { params: { id: token.id } })).status).toBe(204)
  expect((await callRoute(listChanges, { headers })).status).toBe(401)
})

describe('a running request', () => {
  /** The result of `work` when `meanwhile` runs while it waits for a table. */
  async function runDuring<Result>(table: string, work: () => Promise<Result>, meanwhile: () => void): Promise<Result> {
    const client = await database.pool.connect()
    await client.query(`begin; lock table ${table} in access exclusive mode`)
    const result = work()
    const waiting = 'select from pg_locks where not granted and relation = $1::regclass'
    while ((await client.query(waiting, [table])).rowCount === 0);
    meanwhile()
    await client.query('commit')
    client.release()
    return result
  }

  test('does not fail when its account is removed from the cache', async () => {
    const { id, cookie } = await signIn('asking', 'viewer')
    const work = () => findRunningSession(new Headers({ cookie }))
    expect(await runDuring('accounts', work, () => forgetSessions())).toMatchObject({ account: { id } })
  })

  test('does not fail when its token is removed from the cache', async () => {
    const body = { name: 'Sync', system: 'itsm', scope: 'read', expires_at: null } as const
    const { secret, token } = await createApiToken(testContext(database.db), body)
    const work = async () => verifyToken(secret, testNow)
    expect(await runDuring('api_tokens', work, () => forgetToken(hashToken(secret)))).toMatchObject({ id: token.id })
  })
})
