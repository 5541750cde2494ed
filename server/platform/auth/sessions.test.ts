import { setImmediate as nextTurn } from 'node:timers/promises'
import { encode } from 'next-auth/jwt'
import { beforeAll, expect, test, vi } from 'vitest'
import { provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { log } from '#server/platform/log/log.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { sessions } from '#server/schema/access.ts'
import { createAccount } from './account-commands.ts'
import { buildNextAuthOptions } from './next-auth-options.ts'
import { endCurrentSession, findRunningSession, forgetSessions } from './session-caller.ts'
import { getSessionCookieName } from './session-token.ts'
import { purgeSessions } from './sessions.ts'

const database = provideTestRuntime({ empty: [sessions] })
let account: { id: string; sessionVersion: number }
beforeAll(async () => {
  const input = { email: 'ada@hindsight.example', name: 'Ada', role: 'viewer', password: 'correct horse' } as const
  account = { id: (await createAccount(testContext(database.db), input)).id, sessionVersion: 1 }
})

const start = Date.now()
const after = (minutes: number) => new Date(start + minutes * 60_000)
const optionsFor = (headers = new Headers()) => buildNextAuthOptions({ ipAddress: '192.0.2.1', headers })

/** Signs in as the sign-in library does; `headers` are those of the browser. */
async function signIn(headers?: Headers): Promise<Headers> {
  const { callbacks, jwt } = optionsFor(headers)
  const token = await callbacks?.jwt?.({ token: {}, user: account, account: null } as never)
  const text = await encode({ ...jwt, token: token ?? {}, secret: getRuntime().secret, maxAge: 100 * 24 * 3600 })
  return new Headers({ cookie: `${getSessionCookieName(false)}=${text}` })
}

/** True if the session is accepted some minutes from now by a process with an empty cache. */
async function isIn(headers: Headers, minutes: number): Promise<boolean> {
  forgetSessions()
  return (await findRunningSession(headers, after(minutes)))?.account.id === account.id
}
const seenAt = async () =>
  (await database.db.select().from(sessions))
    .map((row) => row.seenAt)
    .toSorted()
    .at(-1) ?? ''

/** Uses the session and waits until that is stored. */
async function use(headers: Headers, minutes: number): Promise<boolean> {
  if (!(await isIn(headers, minutes))) return false
  await expect.poll(seenAt).toBe(after(minutes).toISOString())
  return true
}

test('starts with a log line and stores nothing that a provider sent', async () => {
  const logged = vi.spyOn(log, 'info')
  const providerAccount = { provider: 'oidc', access_token: 'a token of the provider', id_token: 'another' }
  const token = await optionsFor().callbacks?.jwt?.({ token: {}, user: account, account: providerAccount } as never)
  expect(token).toEqual({ sub: account.id, sessionId: expect.stringMatching(/^ses_[\w-]{22}$/), sessionVersion: 1 })
  expect(logged).toHaveBeenCalledWith({ event: 'signed_in', actor: account.id, method: 'oidc', address: '192.0.2.1' })
})

test('stores the browser in words and the IP address of the sign-in', async () => {
  await signIn(new Headers({ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0' }))
  const [row] = await database.db.select().from(sessions)
  expect(row).toMatchObject({ accountId: account.id, browser: 'Firefox on Linux', ipAddress: '192.0.2.1' })
})

test('ends after 8 hours of use, even if the cookie was renewed', async () => {
  const headers = await signIn()
  for (let minutes = 60; minutes < 480; minutes += 60) expect(await use(headers, minutes)).toBe(true)
  expect(await isIn(headers, 481)).toBe(false)
})

test('ends after 2 hours without a request of the person', async () => {
  const headers = await signIn()
  expect(await isIn(headers, 119)).toBe(true)
  await expect.poll(seenAt).toBe(after(119).toISOString())
  expect(await isIn(headers, 240)).toBe(false)
})

test('is not prolonged by background requests of a page', async () => {
  const headers = await signIn()
  const background = new Headers([...headers, ['x-hindsight-unasked', '1']])
  for (const minutes of [60, 110]) expect(await isIn(background, minutes)).toBe(true)
  expect(await isIn(background, 121)).toBe(false)
})

test('ends when the person signs out, even if the cookie was copied, and other sessions continue', async () => {
  const own = await signIn()
  const other = await signIn()
  await endCurrentSession(own)
  expect([await isIn(own, 1), await isIn(other, 1)]).toEqual([false, true])
})

test('fails no request that reads an ended session while the cache is cleared', async () => {
  const own = await signIn()
  await endCurrentSession(own)
  let isReading = true
  const reading = findRunningSession(own).finally(() => {
    isReading = false
  })
  const forget = async () => {
    for (; isReading; await nextTurn()) forgetSessions()
  }
  expect((await Promise.all([reading, forget()]))[0]).toBeNull()
})

test('is replaced by the next sign-in in the same browser', async () => {
  const first = await signIn()
  const second = await signIn(first)
  expect([await isIn(first, 1), await isIn(second, 1)]).toEqual([false, true])
})

test('is deleted after its lifetime', async () => {
  await signIn()
  await purgeSessions(database.db, after(479))
  expect(await database.db.select().from(sessions)).not.toEqual([])
  await purgeSessions(database.db, after(482))
  expect(await database.db.select().from(sessions)).toEqual([])
})
