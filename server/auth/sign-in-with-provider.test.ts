import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#lib/contracts/endpoint.ts'
import { createAccount, updateAccount } from '#server/accounts/commands.ts'
import { findAccountByEmail } from '#server/accounts/queries.ts'
import { auditEvents } from '#server/db/schema/access.ts'
import { createTestDatabase, type TestDatabase } from '#server/db/testing.ts'
import { testContext } from '#server/testing-context.ts'
import { parseRoleMap } from './provider-settings.ts'
import { signInWithProvider } from './sign-in-with-provider.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await addAccount('first-admin', 'admin')
})
afterAll(() => database.drop())

const emailOf = (name: string) => `${name}@hindsight.example`
const addAccount = (name: string, role: Role) =>
  createAccount(testContext(database.db), { email: emailOf(name), name, role, password: 'correct horse battery' })
const accountOf = (name: string) => findAccountByEmail(database.db, emailOf(name))

const base = { issuer: 'https://login.example.org', clientId: 'hindsight', clientSecret: 'secret', name: 'Example' }
const mapped = { ...base, roleClaim: 'roles', roleMap: parseRoleMap('staff=viewer; leads=manager; root=admin') }
const strict = { ...mapped, defaultRole: undefined }
const open = { ...base, roleClaim: 'roles', roleMap: undefined, defaultRole: 'viewer' } as const

const claimsOf = (name: string, more: Record<string, unknown> = {}) => ({
  sub: `sub-${name}`,
  email: emailOf(name),
  email_verified: true,
  name: `The person ${name}`,
  ...more,
})
const signIn = (claims: Record<string, unknown>, settings: Parameters<typeof signInWithProvider>[2] = strict) =>
  signInWithProvider(testContext(database.db), claims, settings)

describe('a person whom the provider has signed in', () => {
  it('gets an account of its own, without a password, with what the allow-list gives', async () => {
    expect(await signIn(claimsOf('new', { roles: ['leads'] }))).toMatchObject({ role: 'manager', sessionVersion: 1 })
    const stored = await accountOf('new')
    expect(stored).toMatchObject({ name: 'The person new', passwordHash: null, origin: 'provider', role: 'manager' })
    const events = await database.db.select().from(auditEvents)
    expect(events.some(({ entityId, action }) => entityId === stored?.id && action === 'create')).toBe(true)
  })

  it('is one account, however many sign-ins are the first', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => signIn(claimsOf('twice', { roles: 'staff' }))))
    const ids = new Set(all.map((result) => (typeof result === 'string' ? result : result.id)))
    expect([...ids]).toEqual([(await accountOf('twice'))?.id])
  })

  it('is the one with the same verified e-mail address, whatever its case', async () => {
    const { id } = await addAccount('known', 'viewer')
    expect(await signIn(claimsOf('known', { email: 'Known@Hindsight.Example', roles: ['staff'] }))).toMatchObject({
      id,
    })
  })

  it.each([
    { email_verified: false },
    { email_verified: undefined },
    { email_verified: 'true' },
    { email_verified: 1 },
    { email: undefined },
    { email: ['first-admin@hindsight.example'] },
    { email: 'nobody' },
  ])('is refused with %j, and nothing is written', async (more) => {
    expect(await signIn(claimsOf('first-admin', { roles: ['root'], ...more }))).toBe('EmailNotVerified')
    expect(await signIn(claimsOf('nobody', { roles: ['root'], ...more }))).toBe('EmailNotVerified')
    expect(await accountOf('nobody')).toBeNull()
  })

  it('is refused without a role on the allow-list, with an account or without', async () => {
    await addAccount('was-manager', 'manager')
    for (const name of ['was-manager', 'stranger']) {
      expect(await signIn(claimsOf(name, { roles: ['others'] }))).toBe('NoAccess')
    }
    expect(await accountOf('stranger')).toBeNull()
    expect(await accountOf('was-manager')).toMatchObject({ role: 'manager', sessionVersion: 1 })
  })

  it('gets the default role where one is set', async () => {
    expect(await signIn(claimsOf('guest'), { ...mapped, defaultRole: 'viewer' })).toMatchObject({ role: 'viewer' })
    expect(await signIn(claimsOf('visitor'), open)).toMatchObject({ role: 'viewer' })
  })

  it('is refused while the account is disabled', async () => {
    const { id } = await addAccount('left', 'manager')
    await updateAccount(testContext(database.db), id, { is_disabled: true })
    expect(await signIn(claimsOf('left', { roles: ['leads'] }))).toBe('AccountDisabled')
    expect(await signIn(claimsOf('left'), open)).toBe('AccountDisabled')
  })
})

describe('the role', () => {
  it('follows the provider at each sign-in, and ends the sessions of the role before', async () => {
    await addAccount('rising', 'viewer')
    expect(await signIn(claimsOf('rising', { roles: ['leads'] }))).toMatchObject({ role: 'manager', sessionVersion: 2 })
    expect(await signIn(claimsOf('rising', { roles: ['leads'] }))).toMatchObject({ role: 'manager', sessionVersion: 2 })
    expect(await signIn(claimsOf('rising', { roles: ['staff'] }))).toMatchObject({ role: 'viewer', sessionVersion: 3 })
  })

  it('stays as it is here without an allow-list', async () => {
    await addAccount('settled', 'manager')
    expect(await signIn(claimsOf('settled', { roles: ['root'] }), open)).toMatchObject({ role: 'manager' })
  })

  it('is not taken from the last administrator', async () => {
    expect(await signIn(claimsOf('first-admin', { roles: ['staff'] }))).toBe('LastAdmin')
    expect(await accountOf('first-admin')).toMatchObject({ role: 'admin', sessionVersion: 1 })
  })
})
