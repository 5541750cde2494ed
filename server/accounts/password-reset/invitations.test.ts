import { desc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { runImport } from '#server/import/jobs/commands.ts'
import { getImport, listImports } from '#server/import/jobs/queries.ts'
import { queueImport, runQueued } from '#server/import/jobs/testing.ts'
import { undoImport } from '#server/import/jobs/undo-import.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createAccount, updateAccount } from '#server/platform/auth/account-commands.ts'
import { findAccount, listAccounts } from '#server/platform/auth/account-queries.ts'
import { isPassword } from '#server/platform/auth/password.ts'
import { linkIdentity } from '#server/platform/auth/sign-in-with-provider.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { pathIn } from '#server/platform/mail/testing-links.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext, testNow, testPerson } from '#server/platform/runtime/testing-context.ts'
import { accountIdentities, accountInvitations, accounts } from '#server/schema/access.ts'
import { auditEvents } from '#server/schema/history.ts'
import { mails } from '#server/schema/notifications.ts'
import { inviteAccount, inviteImported, revokeInvitation } from './invitations.ts'
import { resetPassword } from './reset-password.ts'

const database = provideTestDatabase({ empty: [accounts, accountInvitations, auditEvents, mails] })
beforeEach(() => setTestRuntime(database))

function setMail() {
  const runtime = getRuntime()
  const mail = { smtpUrl: 'smtp://127.0.0.1:1', from: 'a@b.example', publicUrl: 'https://hindsight.example' }
  setRuntime({ ...runtime, env: { ...runtime.env, mail } })
}
const week = 7 * 24 * 60 * 60_000
const ctx = (later = 0) => testContext(database.db, undefined, new Date(testNow.getTime() + later))
const addAda = () => createAccount(ctx(), { email: 'ada@hindsight.example', name: 'Ada', role: 'viewer' })
const password = 'the rain in March falls mainly'
const readToken = (link: string | null) => (link ?? '').replace('/sign-in/reset#', '')
const accept = (token: string, later = 0) => resetPassword(ctx(later), { token, new_password: password })
const readSignIn = async () => (await listAccounts(ctx(), { page: 1, limit: 10 })).rows.map(({ sign_in }) => sign_in)

test('lets a person choose a password once, and stores only a hash of the secret', async () => {
  const { id } = await addAda()
  expect(await readSignIn()).toEqual(['none'])
  const { link, expires_at } = await inviteAccount(ctx(), id)
  expect(expires_at).toBe('2026-03-17T12:00:00.000Z')
  expect(await readSignIn()).toEqual(['invitation'])
  const token = readToken(link)
  expect(JSON.stringify(await database.db.select().from(accountInvitations))).not.toContain(token)
  await accept(token, week - 1)
  const account = await findAccount(database.db, id)
  expect(await isPassword(account?.passwordHash ?? null, password)).toBe(true)
  expect(account?.passwordExpiresAt).toBeNull()
  expect(await readSignIn()).toEqual(['password'])
  await expect(accept(token)).rejects.toMatchObject({ code: 'conflict' })
  const events = await database.db.select().from(auditEvents).orderBy(desc(auditEvents.at))
  expect(events.map(({ changes }) => changes)).toContainEqual(
    expect.objectContaining({ reset_through: { from: null, to: 'invitation' } }),
  )
  expect(events.map(({ changes }) => changes)).toContainEqual({ invited_until: { from: null, to: expires_at } })
})

test('works for a week, and not after it was revoked, sent again or the account was disabled', async () => {
  const { id } = await addAda()
  const first = readToken((await inviteAccount(ctx(), id)).link)
  await expect(accept(first, week)).rejects.toMatchObject({ code: 'conflict' })
  const second = readToken((await inviteAccount(ctx(), id)).link)
  await expect(accept(first)).rejects.toMatchObject({ code: 'conflict' })
  await revokeInvitation(ctx(), id)
  await expect(accept(second)).rejects.toMatchObject({ code: 'conflict' })
  await expect(revokeInvitation(ctx(), id)).rejects.toMatchObject({ code: 'not_found' })
  const third = readToken((await inviteAccount(ctx(), id)).link)
  await updateAccount(ctx(), id, { is_disabled: true })
  await expect(accept(third)).rejects.toMatchObject({ code: 'conflict' })
})

test('mails the link where mail is configured, and returns none', async () => {
  setMail()
  const { id } = await addAda()
  expect((await inviteAccount(ctx(), id)).link).toBeNull()
  const [sent] = await database.db.select().from(mails)
  expect(sent).toMatchObject({ recipient: 'ada@hindsight.example', topic: 'account' })
  await accept(readToken(pathIn(sent)))
})

test('is refused for an account with a password, and where passwords are off', async () => {
  const { id } = await addAda()
  await updateAccount(ctx(), id, { password: 'correct horse battery staple' })
  await expect(inviteAccount(ctx(), id)).rejects.toMatchObject({ code: 'conflict' })
  await database.db.update(accounts).set({ passwordHash: null }).where(eq(accounts.id, id))
  const runtime = getRuntime()
  setRuntime({ ...runtime, env: { ...runtime.env, arePasswordsOn: false } })
  await expect(inviteAccount(ctx(), id)).rejects.toMatchObject({ code: 'conflict' })
  await expect(inviteAccount(ctx(), 'acc_none')).rejects.toMatchObject({ code: 'not_found' })
})

test('is refused for people of the sign-in provider, and void once its person signed in with the provider', async () => {
  const { id } = await addAda()
  const token = readToken((await inviteAccount(ctx(), id)).link)
  const [invitation] = await database.db.select().from(accountInvitations)
  expect(await linkIdentity(ctx(), id, { issuer: 'https://login.example.org', subject: 'ada' })).toBe(true)
  expect(await database.db.select().from(accountInvitations)).toEqual([])
  if (invitation) await database.db.insert(accountInvitations).values(invitation)
  await expect(accept(token)).rejects.toMatchObject({ code: 'conflict' })
  await expect(inviteAccount(ctx(), id)).rejects.toMatchObject({ code: 'conflict' })
  await database.db.delete(accountIdentities)
  await database.db.update(accounts).set({ origin: 'provider' })
  await expect(accept(token)).rejects.toMatchObject({ code: 'conflict' })
  await expect(inviteAccount(ctx(), id)).rejects.toMatchObject({ code: 'conflict' })
  expect((await findAccount(database.db, id))?.passwordHash).toBeNull()
})

const importer = (role: 'manager' | 'admin' = 'admin') => testContext(database.db, testPerson(role, role), new Date())
async function importAccounts(...names: string[]) {
  const rows = names.map((name) => `${name},${name}@hindsight.example,viewer\n`)
  const { id } = await queueImport(importer(), 'accounts', `name,email,role\n${rows.join('')}`)
  await runQueued(importer())
  return id
}

test('imported people are invited once: by links without mail, which are shown once, and by mail', async () => {
  const first = await importAccounts('ada', 'bea')
  expect(await inviteImported(importer(), first)).toEqual({
    invited: 2,
    waiting: 0,
    links: ['ada', 'bea'].map((name) => ({
      email: `${name}@hindsight.example`,
      link: expect.stringMatching(/^\/sign-in\/reset#invite_[\w-]{43}$/),
    })),
  })
  expect(await inviteImported(importer(), first)).toEqual({ invited: 0, waiting: 0, links: [] })
  setMail()
  expect(await inviteImported(importer(), await importAccounts('ada', 'cy'))).toEqual({
    invited: 1,
    waiting: 0,
    links: [],
  })
  expect(await database.db.select({ to: mails.recipient, topic: mails.topic }).from(mails)).toEqual([
    { to: 'cy@hindsight.example', topic: 'account' },
  ])
})

test('an import of other records invites nobody, and one of accounts is not undone', async () => {
  const { id } = await queueImport(importer(), 'users', 'id,name,email\nu1,Ada,ada@x.example\n')
  await expect(inviteImported(importer(), id)).rejects.toMatchObject({ code: 'conflict' })
  await expect(undoImport(importer(), await importAccounts('dora'))).rejects.toMatchObject({ code: 'conflict' })
})

test('only an admin imports accounts and sees such imports', async () => {
  const id = await importAccounts('eve')
  const forbidden = { code: 'forbidden', message: 'Only an admin imports accounts.' }
  await expect(queueImport(importer('manager'), 'accounts', 'name,email,role\n')).rejects.toMatchObject(forbidden)
  await expect(getImport(importer('manager'), id)).rejects.toMatchObject(forbidden)
  await expect(runImport(importer('manager'), id, true)).rejects.toMatchObject(forbidden)
  const listKinds = async (role: 'manager' | 'admin') =>
    new Set((await listImports(importer(role), { page: 1, limit: 100 })).rows.map(({ kind }) => kind))
  expect(await listKinds('manager')).toEqual(new Set(['users']))
  expect(await listKinds('admin')).toEqual(new Set(['users', 'accounts']))
})
