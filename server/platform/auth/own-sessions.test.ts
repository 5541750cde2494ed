import { describe, expect, test } from 'vitest'
import { getSession } from '#lib/contracts/app/accounts.ts'
import * as contract from '#lib/contracts/app/own-data.ts'
import type { Endpoint, ResponseOf } from '#lib/contracts/endpoint.ts'
import { callRoute, provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { readRows } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { accounts, sessions } from '#server/schema/access.ts'
import { auditEvents } from '#server/schema/history.ts'
import { callerCounts } from '#server/schema/limits.ts'
import { createAccount, endAccountSessions } from './account-commands.ts'
import { describeBrowser, startSession } from './sessions.ts'
import { testSessionCookie } from './testing-session.ts'

const database = provideTestRuntime({ empty: [accounts, sessions, auditEvents, callerCounts] })

const password = 'correct horse battery staple'
const proof = { current_password: password }

async function addPerson(name: string) {
  const input = { email: `${name}@hindsight.example`, name, role: 'viewer', password } as const
  return (await createAccount(testContext(database.db), input)).id
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** Starts a session of a person in a browser. */
const begin = (id: string, minutes: number, browser: string | null = 'Firefox on Windows') =>
  startSession(database.db, id, minutesAgo(minutes), { browser, ipAddress: '192.0.2.7' })

type Call = { cookie: string; id?: string; body?: unknown }

const call = (endpoint: Endpoint, { cookie, id, body }: Call) =>
  callRoute(endpoint, { headers: { cookie }, ...(id === undefined ? {} : { params: { id } }), body })

async function list(cookie: string): Promise<ResponseOf<typeof contract.listMySessions>> {
  const response = await call(contract.listMySessions, { cookie })
  expect(response.status).toBe(200)
  return response.json()
}
const listBrowsers = async (cookie: string) => (await list(cookie)).result.map(({ browser }) => browser)

async function findName(cookie: string, browser: string): Promise<string> {
  return (await list(cookie)).result.find((session) => session.browser === browser)?.id ?? 'none'
}
const statusFor = async (cookie: string) => (await call(getSession, { cookie })).status
const listHistory = async (id: string) => {
  const events = await readRows(database.db, auditEvents, { entityId: id })
  return events.filter(({ action }) => action === 'update').map(({ actorId, changes }) => [actorId, changes])
}

describe('listMySessions', () => {
  test('lists the running sessions with their origin: the current one first, then the last used', async () => {
    const id = await addPerson('ada')
    const started = minutesAgo(90)
    await startSession(database.db, id, started, { browser: 'Safari on iOS', ipAddress: '2001:db8::7' })
    await begin(id, 30, null)
    const cookie = await testSessionCookie({ id, sessionVersion: 1 })
    const { result, ...others } = await list(cookie)
    expect(others).toEqual({ total_count: 3, needs_password: true })
    expect(result.map(({ is_current, browser }) => [is_current, browser])).toEqual([
      [true, null],
      [false, null],
      [false, 'Safari on iOS'],
    ])
    expect(result[2]).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      browser: 'Safari on iOS',
      address: '2001:db8::7',
      started_at: started.toISOString(),
      seen_at: started.toISOString(),
      is_current: false,
    })
  })

  test('lists no sessions of others, no ended ones, and no identifier that opens one', async () => {
    const id = await addPerson('ada')
    const other = await addPerson('bob')
    await begin(other, 1, 'of another')
    await begin(id, 121, 'unused for too long')
    await begin(id, 5, 'ended with all')
    await endAccountSessions(testContext(database.db), id)
    const cookie = await testSessionCookie({ id, sessionVersion: 2 })
    expect(await listBrowsers(cookie)).toEqual([null])
    const [row] = await readRows(database.db, sessions, { accountId: id })
    expect(JSON.stringify(await list(cookie))).not.toContain(row?.id.replace('ses_', ''))
  })
})

describe('endMySession', () => {
  test('ends only that session, at once, and records it in the history', async () => {
    const id = await addPerson('ada')
    const cookie = await testSessionCookie({ id, sessionVersion: 1 })
    const elsewhere = await testSessionCookie(
      { id, sessionVersion: 1 },
      { browser: 'Chrome on Linux', ipAddress: '192.0.2.9' },
    )
    await begin(id, 30)
    expect(await statusFor(elsewhere)).toBe(200)
    const ended = { cookie, id: await findName(cookie, 'Chrome on Linux'), body: proof }
    expect((await call(contract.endMySession, ended)).status).toBe(204)
    expect([await statusFor(elsewhere), await statusFor(cookie)]).toEqual([401, 200])
    expect(await listBrowsers(cookie)).toEqual([null, 'Firefox on Windows'])
    expect(await listHistory(id)).toEqual([[id, { session: { from: 'Chrome on Linux', to: null } }]])
    const again = await call(contract.endMySession, ended)
    expect([again.status, (await again.json()).error.message]).toEqual([404, 'This session has already ended.'])
  })

  test('requires the password, limits wrong attempts and ends nothing meanwhile', async () => {
    const id = await addPerson('ada')
    const cookie = await testSessionCookie({ id, sessionVersion: 1 })
    await begin(id, 30)
    const name = await findName(cookie, 'Firefox on Windows')
    const attempt = async (body: unknown) => (await call(contract.endMySession, { cookie, id: name, body })).json()
    const details = [{ field: 'current_password', in: 'body', issue: 'must be your current password' }]
    expect((await attempt({})).error).toMatchObject({ code: 'invalid_parameter', details })
    for (let nth = 1; nth < 10; nth += 1) {
      expect((await attempt({ current_password: 'a wrong one' })).error.details).toEqual(details)
    }
    expect((await attempt(proof)).error.code).toBe('rate_limited')
    expect(await listBrowsers(cookie)).toHaveLength(2)
    expect(await listHistory(id)).toEqual([])
  })

  test('returns 404 for a session of another person', async () => {
    const id = await addPerson('ada')
    const other = await addPerson('bob')
    const cookie = await testSessionCookie({ id, sessionVersion: 1 })
    const theirs = await testSessionCookie({ id: other, sessionVersion: 1 })
    const name = (await list(theirs)).result[0]?.id ?? ''
    expect((await call(contract.endMySession, { cookie, id: name, body: proof })).status).toBe(404)
    expect(await statusFor(theirs)).toBe(200)
  })

  test('requires no password from people who sign in with a provider', async () => {
    const id = await addPerson('ada')
    await database.db.update(accounts).set({ passwordHash: null })
    const cookie = await testSessionCookie({ id, sessionVersion: 1 })
    await begin(id, 30)
    expect((await list(cookie)).needs_password).toBe(false)
    const name = await findName(cookie, 'Firefox on Windows')
    expect((await call(contract.endMySession, { cookie, id: name, body: {} })).status).toBe(204)
    expect(await listBrowsers(cookie)).toEqual([null])
  })
})

test('endMyOtherSessions ends all other sessions of this person and records it in the history once', async () => {
  const id = await addPerson('ada')
  const other = await addPerson('bob')
  const cookie = await testSessionCookie({ id, sessionVersion: 1 })
  const elsewhere = await testSessionCookie({ id, sessionVersion: 1 })
  const theirs = await testSessionCookie({ id: other, sessionVersion: 1 })
  await begin(id, 30)
  const wrong = await call(contract.endMyOtherSessions, { cookie, body: { current_password: 'a wrong one' } })
  expect([wrong.status, await statusFor(elsewhere)]).toEqual([400, 200])
  for (const _ of ['once', 'again']) {
    expect((await call(contract.endMyOtherSessions, { cookie, body: proof })).status).toBe(204)
  }
  const statuses = [await statusFor(cookie), await statusFor(elsewhere), await statusFor(theirs)]
  expect(statuses).toEqual([200, 401, 200])
  expect(await listHistory(id)).toEqual([[id, { sessions: { from: 3, to: 1 } }]])
})

const chromium = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chromium} Safari/537.36 Edg/140.0.0.0`, 'Microsoft Edge on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
])('names browser and system of %s', (userAgent, words) => {
  expect(describeBrowser(userAgent)).toBe(words)
})

test.each([null, '', 'curl/8.1', '<script>alert(1)</script>', `Firefox/${'1'.repeat(600)}`])(
  'returns null for %j',
  (userAgent) => {
    expect(describeBrowser(userAgent)).toBeNull()
  },
)
