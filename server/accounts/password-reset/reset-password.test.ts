import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { requestPasswordReset } from '#lib/contracts/app/sign-in.ts'
import { callRoute, setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createAccount, updateAccount } from '#server/platform/auth/account-commands.ts'
import { findAccount } from '#server/platform/auth/account-queries.ts'
import { isPassword } from '#server/platform/auth/password.ts'
import { startSession } from '#server/platform/auth/sessions.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { pathIn } from '#server/platform/mail/testing-links.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext, testNow } from '#server/platform/runtime/testing-context.ts'
import { accounts, sessions } from '#server/schema/access.ts'
import { auditEvents } from '#server/schema/history.ts'
import { callerCounts } from '#server/schema/limits.ts'
import { mails } from '#server/schema/notifications.ts'
import { mailResetLink, resetLinkMs, resetPassword } from './reset-password.ts'

const database = provideTestDatabase({ empty: [sessions, accounts, auditEvents, callerCounts, mails] })
beforeEach(async () => {
  setTestRuntime(database)
  change({ mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'a@b.example', publicUrl: 'https://hindsight.example' } })
})

/** Changes the environment of the running service. */
function change(env: Partial<ReturnType<typeof getRuntime>['env']>) {
  const runtime = getRuntime()
  setRuntime({ ...runtime, env: { ...runtime.env, ...env } })
}

const oldPassword = 'correct horse battery staple'
const newPassword = 'the rain in March falls mainly'
const email = 'ada@hindsight.example'
const ctx = (later = 0) => testContext(database.db, undefined, new Date(testNow.getTime() + later))
const addAda = () => createAccount(ctx(), { email, name: 'Ada', role: 'viewer', password: oldPassword })
const mailed = () => readRows(database.db, mails)
const hasPassword = async (id: string, password: string) =>
  isPassword((await findAccount(database.db, id))?.passwordHash ?? null, password)

async function requestToken(): Promise<string> {
  await mailResetLink(ctx(), email)
  const path = pathIn((await mailed()).at(-1))
  return path.replace('/sign-in/reset#', '')
}

describe('a request', () => {
  test('mails a link to the account, whatever the case of the address', async () => {
    await addAda()
    await mailResetLink(ctx(), ' ADA@Hindsight.example')
    expect(await mailed()).toMatchObject([{ recipient: email, topic: 'account' }])
    expect(pathIn((await mailed())[0])).toMatch(/^\/sign-in\/reset#[\w-]+\.[\w-]+$/)
  })

  test('mails nothing to an unknown, disabled or demo account, or to one without a password', async () => {
    const { id } = await addAda()
    await mailResetLink(ctx(), 'bob@hindsight.example')
    for (const fields of [{ isDisabled: true }, { origin: 'demo' }, { passwordHash: null }]) {
      await database.db.delete(callerCounts)
      await database.db
        .update(accounts)
        .set({ isDisabled: false, origin: 'entry', ...fields })
        .where(eq(accounts.id, id))
      await mailResetLink(ctx(), email)
    }
    expect(await mailed()).toEqual([])
  })

  test.each([{ mail: undefined }, { arePasswordsOn: false }])('mails nothing with %j', async (env) => {
    await addAda()
    change(env)
    await mailResetLink(ctx(), email)
    expect(await mailed()).toEqual([])
  })

  test('mails three links to one address, and more only later', async () => {
    await addAda()
    for (let requests = 0; requests < 5; requests += 1) await mailResetLink(ctx(), email)
    expect(await mailed()).toHaveLength(3)
  })

  test('has the same response for every address', async () => {
    await addAda()
    for (const address of [email, 'bob@hindsight.example']) {
      const response = await callRoute(requestPasswordReset, { body: { email: address } })
      expect([response.status, await response.text()]).toEqual([204, ''])
    }
    await expect.poll(async () => (await mailed()).map(({ recipient }) => recipient)).toEqual([email])
  })
})

describe('a link', () => {
  test('sets a password of the owner’s own, ends all sessions, and tells the history and the owner', async () => {
    const { id } = await addAda()
    await startSession(database.db, id, testNow, { browser: null, ipAddress: null })
    const token = await requestToken()
    await resetPassword(ctx(), { token, new_password: newPassword })
    expect(await hasPassword(id, newPassword)).toBe(true)
    expect(await findAccount(database.db, id)).toMatchObject({ passwordExpiresAt: null, sessionVersion: 2 })
    expect(await database.db.select().from(sessions)).toEqual([])
    const [event] = await readRows(database.db, auditEvents, { action: 'update' })
    expect(event).toMatchObject({
      actorKind: 'anonymous',
      actorName: 'Ada',
      entityType: 'account',
      entityId: id,
      changes: {
        password: { from: '(hidden)', to: '(hidden)' },
        reset_through: { from: null, to: 'mail' },
        session_version: { from: 1, to: 2 },
      },
    })
    expect((await mailed()).map(({ subject }) => subject)).toContain('Your password for Hindsight was changed')
  })

  test('works once when it is used twice at the same time', async () => {
    await addAda()
    const token = await requestToken()
    const uses = [newPassword, 'another passphrase of mine'].map((new_password) =>
      resetPassword(ctx(), { token, new_password }),
    )
    const results = await Promise.allSettled(uses)
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('works for half an hour', async () => {
    const { id } = await addAda()
    const token = await requestToken()
    const late = resetPassword(ctx(resetLinkMs), { token, new_password: newPassword })
    await expect(late).rejects.toMatchObject({ code: 'conflict' })
    await resetPassword(ctx(resetLinkMs - 1), { token, new_password: newPassword })
    expect(await hasPassword(id, newPassword)).toBe(true)
  })

  test('is void after another password, another role or disabling, and where passwords are off', async () => {
    const { id } = await addAda()
    const refused = async (token: string) =>
      expect(resetPassword(ctx(), { token, new_password: newPassword })).rejects.toMatchObject({ code: 'conflict' })
    const first = await requestToken()
    await updateAccount(ctx(), id, { password: 'some other passphrase' })
    await refused(first)
    const second = await requestToken()
    await updateAccount(ctx(), id, { role: 'reviewer' })
    await refused(second)
    const third = await requestToken()
    change({ arePasswordsOn: false })
    await refused(third)
    change({ arePasswordsOn: true })
    await updateAccount(ctx(), id, { is_disabled: true })
    await refused(third)
  })

  test('must be whole and for the account that it names', async () => {
    const { id } = await addAda()
    const bob = await createAccount(ctx(), {
      email: 'bob@hindsight.example',
      name: 'Bob',
      role: 'admin',
      password: oldPassword,
    })
    const token = await requestToken()
    const [payload = '', signature = ''] = token.split('.')
    const forged = Buffer.from(Buffer.from(payload, 'base64url').toString().replace(id, bob.id)).toString('base64url')
    const later = Buffer.from(Buffer.from(payload, 'base64url').toString().replace(/^\d/, '9')).toString('base64url')
    const wrong = [`${forged}.${signature}`, `${later}.${signature}`, payload, `${token}x`, `${token}.`, '-', '']
    for (const one of wrong) {
      const use = resetPassword(ctx(), { token: one, new_password: newPassword })
      await expect(use).rejects.toMatchObject({ code: 'conflict' })
    }
    expect(await hasPassword(bob.id, oldPassword)).toBe(true)
  })

  test('refuses a password that is easy to guess, and works after', async () => {
    await addAda()
    const token = await requestToken()
    const guessable = resetPassword(ctx(), { token, new_password: 'hindsight hindsight' })
    await expect(guessable).rejects.toMatchObject({
      code: 'invalid_parameter',
      details: [expect.objectContaining({ field: 'new_password' })],
    })
    await resetPassword(ctx(), { token, new_password: newPassword })
  })
})
