import { describe, expect, test } from 'vitest'
import { setMyTimeZone } from '#lib/contracts/app/accounts.ts'
import { getMailPreferences } from '#lib/contracts/app/own-data.ts'
import { getWorklist } from '#lib/contracts/app/worklist.ts'
import type { Role } from '#lib/contracts/endpoint.ts'
import { getDayInZone } from '#lib/time/local-day.ts'
import { callRoute, provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { readRows } from '#server/platform/db/testing.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { accounts } from '#server/schema/access.ts'
import { auditEvents } from '#server/schema/history.ts'
import { callerCounts } from '#server/schema/limits.ts'
import { changeMyPassword, createAccount, endAccountSessions, updateAccount } from './account-commands.ts'
import { findAccount, findAccountByEmail, listAccounts } from './account-queries.ts'
import { isPassword } from './password.ts'
import { testSessionCookie } from './testing-session.ts'

const database = provideTestRuntime({ empty: [accounts, auditEvents, callerCounts] })

const password = 'correct horse battery staple'
const ctx = () => testContext(database.db)
const all = { page: 1, limit: 100 }

async function addAccount(name: string, role: Role = 'viewer') {
  return createAccount(ctx(), { email: `${name}@hindsight.example`, name, role, password })
}
const getRow = async (id: string) => {
  const row = await findAccount(database.db, id)
  if (!row) throw new Error(`There is no account ${id}.`)
  return row
}
const listHistory = (id: string) => readRows(database.db, auditEvents, { entityId: id })

describe('createAccount', () => {
  test('stores the password only as an argon2id hash, and the e-mail address in lower case', async () => {
    const account = await createAccount(ctx(), {
      email: 'Ines.Marchetti@Hindsight.example',
      name: 'Ines',
      role: 'manager',
      password,
    })
    expect(account).toEqual({
      id: expect.stringMatching(/^acc_/),
      email: 'ines.marchetti@hindsight.example',
      name: 'Ines',
      role: 'manager',
      is_disabled: false,
      created_at: '2026-03-10T12:00:00.000Z',
      updated_at: '2026-03-10T12:00:00.000Z',
    })
    const { passwordHash } = await getRow(account.id)
    expect(passwordHash).toMatch(/^\$argon2id\$/)
    expect(await isPassword(passwordHash, password)).toBe(true)
    const history = await listHistory(account.id)
    expect(history).toMatchObject([{ action: 'create', entityType: 'account', actorName: 'Test admin' }])
    expect(Object.keys(history[0]?.changes ?? {})).toEqual(['email', 'name', 'role'])
    expect((await findAccountByEmail(database.db, ' INES.MARCHETTI@hindsight.EXAMPLE '))?.id).toBe(account.id)
  })

  test('rejects the e-mail address of another account in any case, naming the field', async () => {
    await addAccount('ada')
    const again = createAccount(ctx(), { email: 'ADA@hindsight.example', name: 'Other', role: 'viewer', password })
    await expect(again).rejects.toMatchObject({ code: 'conflict', details: [{ field: 'email', in: 'body' }] })
    expect((await listAccounts(ctx(), all)).total).toBe(1)
  })
})

describe('updateAccount', () => {
  test('sets the new password and records only that it changed', async () => {
    const { id } = await addAccount('ada')
    await updateAccount(ctx(), id, { password: 'another long password' })
    const { passwordHash } = await getRow(id)
    expect(await isPassword(passwordHash, 'another long password')).toBe(true)
    expect(await isPassword(passwordHash, password)).toBe(false)
    const history = JSON.stringify(await listHistory(id))
    expect(history).toContain('"password"')
    expect(history).not.toContain('another long password')
    expect(history).not.toContain('$argon2id')
  })

  test('rejects disabling the own account, even if another admin is left', async () => {
    const me = await addAccount('me', 'admin')
    await addAccount('other', 'admin')
    const mine = testContext(database.db, testPerson('admin', me.id))
    await expect(updateAccount(mine, me.id, { is_disabled: true })).rejects.toMatchObject({ code: 'conflict' })
  })

  test.each([{ is_disabled: true }, { role: 'manager' }] as const)(
    'rejects %j for the last enabled admin',
    async (patch) => {
      const last = await addAccount('last', 'admin')
      const disabled = await addAccount('disabled', 'admin')
      await updateAccount(ctx(), disabled.id, { is_disabled: true })
      await expect(updateAccount(ctx(), last.id, patch)).rejects.toMatchObject({ code: 'conflict' })
      expect(await getRow(last.id)).toMatchObject({ role: 'admin', isDisabled: false })
    },
  )

  test('keeps one admin when several disable or demote each other concurrently', async () => {
    const admins = [await addAccount('a', 'admin'), await addAccount('b', 'admin'), await addAccount('c', 'admin')]
    const outcomes = await Promise.allSettled(
      admins.map(({ id }, index) => {
        const next = admins[(index + 1) % admins.length]?.id ?? ''
        const patch = index === 1 ? ({ role: 'viewer' } as const) : { is_disabled: true }
        return updateAccount(testContext(database.db, testPerson('admin', id)), next, patch)
      }),
    )
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
    expect(refused).toEqual(['conflict'])
    const { rows } = await listAccounts(ctx(), all)
    expect(rows.filter(({ role, is_disabled }) => role === 'admin' && !is_disabled)).toHaveLength(1)
  })
})

test('endAccountSessions raises the session version and records it in the history', async () => {
  const { id } = await addAccount('ada')
  await endAccountSessions(ctx(), id)
  await endAccountSessions(ctx(), id)
  expect((await getRow(id)).sessionVersion).toBe(3)
  expect((await listHistory(id)).map(({ changes }) => changes.session_version)).toContainEqual({ from: 2, to: 3 })
})

describe('listAccounts and getAccount', () => {
  test('list accounts by name, ignoring case and accents, and without secrets', async () => {
    for (const name of ['Zoe', 'öst', 'anna']) await addAccount(name)
    const { rows, total } = await listAccounts(ctx(), all)
    expect(total).toBe(3)
    expect(rows.map(({ name }) => name)).toEqual(['anna', 'öst', 'Zoe'])
    expect(JSON.stringify(rows)).not.toMatch(/argon2|session_version/)
  })

  test('search in names and e-mail addresses, return pages and count the admins among all accounts', async () => {
    for (const name of ['Zoe', 'öst', 'anna']) await addAccount(name, name === 'Zoe' ? 'admin' : 'viewer')
    const { id } = await addAccount('Gone', 'admin')
    await updateAccount(ctx(), id, { is_disabled: true })
    const names = async (query: Partial<typeof all> & { search?: string }) => {
      const { rows, total, adminCount } = await listAccounts(ctx(), { ...all, ...query })
      return [rows.map(({ name }) => name), total, adminCount]
    }
    expect(await names({ page: 2, limit: 3 })).toEqual([['Zoe'], 4, 1])
    expect(await names({ page: 9, limit: 3 })).toEqual([[], 4, 1])
    expect(await names({ search: 'NE' })).toEqual([['Gone'], 1, 1])
    expect(await names({ search: 'ÖST@hind' })).toEqual([['öst'], 1, 1])
    expect(await names({ search: '%' })).toEqual([[], 0, 1])
  })
})

describe('changeMyPassword', () => {
  const [current_password, new_password] = [password, 'the rain in March'] as const
  async function person() {
    const { id, email } = await addAccount('ada')
    return { id, mine: testContext(database.db, { ...testPerson('viewer', id), email }) }
  }

  test('sets a password without expiry, ends the sessions and records it in the history', async () => {
    const { id, mine } = await person()
    expect((await getRow(id)).passwordExpiresAt).toBe('2026-03-17T12:00:00.000Z')
    await changeMyPassword(mine, { current_password, new_password })
    const { passwordHash, passwordExpiresAt, sessionVersion } = await getRow(id)
    expect(await isPassword(passwordHash, new_password)).toBe(true)
    expect({ passwordExpiresAt, sessionVersion }).toEqual({ passwordExpiresAt: null, sessionVersion: 2 })
    const last = (await listHistory(id)).find(({ action }) => action === 'update')
    expect(Object.keys(last?.changes ?? {})).toEqual(['password', 'session_version'])
  })

  test('requires the current password and limits wrong attempts', async () => {
    const { id, mine } = await person()
    const guess = (current: string) => changeMyPassword(mine, { current_password: current, new_password })
    for (let nth = 0; nth < 10; nth += 1) {
      await expect(guess('a wrong one')).rejects.toMatchObject({ details: [{ field: 'current_password' }] })
    }
    await expect(guess(password)).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await isPassword((await getRow(id)).passwordHash, password)).toBe(true)
  })

  test('rejects a password that is easy to guess, naming its field', async () => {
    const { mine } = await person()
    const change = changeMyPassword(mine, { current_password, new_password: 'Password1234' })
    await expect(change).rejects.toMatchObject({ details: [{ field: 'new_password' }] })
  })
})

describe('a password that an admin sets', () => {
  test('is rejected when it is easy to guess', async () => {
    const { id } = await addAccount('ada')
    const easy = { code: 'invalid_parameter', details: [{ field: 'password' }] }
    await expect(updateAccount(ctx(), id, { password: 'Password1234' })).rejects.toMatchObject(easy)
    const another = { email: 'bea@hindsight.example', name: 'Bea', role: 'viewer', password: 'hindsight 2026' } as const
    await expect(createAccount(ctx(), another)).rejects.toMatchObject(easy)
  })

  test('is never their own, which needs the current password', async () => {
    const { id } = await addAccount('ada', 'admin')
    const mine = testContext(database.db, testPerson('admin', id))
    const set = updateAccount(mine, id, { password: 'another long password' })
    await expect(set).rejects.toMatchObject({ code: 'conflict' })
  })
})

test('a time zone of one’s own moves the digest, not the day of due dates', async () => {
  const { id } = await addAccount('ada')
  const headers = { cookie: await testSessionCookie({ id, sessionVersion: 1 }) }
  const set = (time_zone: string) => callRoute(setMyTimeZone, { headers, body: { time_zone } })
  const read = async (endpoint: typeof getWorklist | typeof getMailPreferences) =>
    (await callRoute(endpoint, { headers })).json()
  // One of the two is on another day than UTC, at any time.
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    expect((await set(zone)).status).toBe(204)
    expect(await read(getWorklist)).toMatchObject({ today: getDayInZone(new Date().toISOString(), 'UTC') })
    expect(await read(getMailPreferences)).toMatchObject({ time_zone: zone })
  }
  const response = await set('Europe/Atlantis')
  expect(response.status).toBe(400)
  expect((await response.json()).error.details).toMatchObject([{ field: 'time_zone' }])
})
