import { decode } from 'next-auth/jwt'
import { beforeAll, expect, test } from 'vitest'
import { getSession } from '#lib/contracts/app/accounts.ts'
import { createApiToken } from '#lib/contracts/app/api-tokens.ts'
import { callRoute, setTestRuntime } from '#server/platform/api/testing-call.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { readUnsubscribeToken, unsubscribeToken } from '#server/platform/mail/unsubscribe.ts'
import { getRuntime, listReadableSecrets, setRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { createAccount } from './account-commands.ts'
import { testSessionCookie } from './testing-session.ts'

const [first, second, third] = ['the first secret of three', 'the one after it', 'the last of the three'] as const

const database = provideTestDatabase()
let account: { id: string; sessionVersion: number }
beforeAll(async () => {
  const input = { email: 'admin@hindsight.example', name: 'Admin', role: 'admin', password: 'long enough' } as const
  const { id } = await createAccount(testContext(database.db), input)
  account = { id, sessionVersion: 1 }
})

/** Continues as a process started with these secrets. */
function restart(secret: string, previousSecret?: string): void {
  setTestRuntime(database)
  setRuntime({ ...getRuntime(), secret, previousSecret })
}

const sessionStatus = async (cookie: string) => (await callRoute(getSession, { headers: { cookie } })).status

test('accepts sessions of the previous secret and signs new ones with the new secret', async () => {
  restart(first)
  const old = await testSessionCookie(account)
  restart(second, first)
  expect(await sessionStatus(old)).toBe(200)
  const fresh = await testSessionCookie(account)
  expect(await sessionStatus(fresh)).toBe(200)
  const token = fresh.slice(fresh.indexOf('=') + 1)
  expect(await decode({ token, secret: second })).toMatchObject({ sub: account.id })
  await expect(decode({ token, secret: first })).rejects.toThrow()
})

test('rejects sessions of a secret that is two changes old or no longer configured', async () => {
  restart(first)
  const old = await testSessionCookie(account)
  restart(second)
  expect(await sessionStatus(old)).toBe(401)
  restart(third, second)
  expect(await sessionStatus(old)).toBe(401)
})

test('returns the stored response to a request repeated after the change', async () => {
  const body = { name: 'Sync', system: 'itsm', scope: 'read', expires_at: null }
  const send = async (name: string) => {
    const headers = { cookie: await testSessionCookie(account), 'Idempotency-Key': 'rotation' }
    return callRoute(createApiToken, { body: { ...body, name }, headers })
  }
  restart(first)
  const created = await (await send('Sync')).json()
  restart(second, first)
  const again = await send('Sync')
  expect(again.headers.get('Idempotency-Replayed')).toBe('true')
  expect(await again.json()).toEqual(created)
  expect((await send('Another')).status).toBe(422)
})

test('accepts the unsubscribe links of earlier mail', () => {
  const subscription = { email: 'reader@hindsight.example', topic: 'digest' } as const
  const token = unsubscribeToken(subscription, first)
  restart(second, first)
  expect(readUnsubscribeToken(token, listReadableSecrets())).toEqual(subscription)
  restart(third, second)
  expect(readUnsubscribeToken(token, listReadableSecrets())).toBeNull()
})
