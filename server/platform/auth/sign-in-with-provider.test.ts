import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Role } from '#lib/contracts/endpoint.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { log } from '#server/platform/log/log.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { parseRoleMap } from '#server/platform/settings/provider-settings.ts'
import { auditEvents } from '#server/schema/history.ts'
import { createAccount, updateAccount } from './account-commands.ts'
import { findAccountByEmail } from './account-queries.ts'
import { signInWithProvider, unlinkIdentities } from './sign-in-with-provider.ts'

const database = provideTestDatabase()
beforeAll(async () => {
  await addAccount('first-admin', 'admin')
})

const toEmail = (name: string) => `${name}@hindsight.example`
const addAccount = (name: string, role: Role) =>
  createAccount(testContext(database.db), { email: toEmail(name), name, role, password: 'correct horse battery' })
const findAccount = (name: string) => findAccountByEmail(database.db, toEmail(name))

const base = {
  issuer: 'https://login.example.org',
  clientId: 'hindsight',
  clientSecret: 'secret',
  name: 'Example',
  isEmailTrusted: false,
}
const mapped = { ...base, roleClaim: 'roles', roleMap: parseRoleMap('staff=viewer; leads=manager; root=admin') }
const strict = { ...mapped, defaultRole: undefined }
const open = { ...base, roleClaim: 'roles', roleMap: undefined, defaultRole: 'viewer' } as const

const makeClaims = (name: string, more: Record<string, unknown> & { sub?: string } = {}) => ({
  sub: `sub-${name}`,
  email: toEmail(name),
  email_verified: true,
  name: `The person ${name}`,
  ...more,
})
const signIn = (claims: ReturnType<typeof makeClaims>, settings: Parameters<typeof signInWithProvider>[2] = strict) =>
  signInWithProvider(testContext(database.db), claims, settings)

describe('a person signed in by the provider', () => {
  test('gets an account without a password, with the role of the allow-list', async () => {
    expect(await signIn(makeClaims('new', { roles: ['leads'] }))).toMatchObject({ role: 'manager', sessionVersion: 1 })
    const stored = await findAccount('new')
    expect(stored).toMatchObject({ name: 'The person new', passwordHash: null, origin: 'provider', role: 'manager' })
    const events = await database.db.select().from(auditEvents)
    expect(events.some(({ entityId, action }) => entityId === stored?.id && action === 'create')).toBe(true)
  })

  test('gets one account from concurrent first sign-ins', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => signIn(makeClaims('twice', { roles: 'staff' }))))
    const ids = new Set(all.map((result) => (typeof result === 'string' ? result : result.id)))
    expect([...ids]).toEqual([(await findAccount('twice'))?.id])
  })

  test('gets the account with the same verified e-mail address in any case', async () => {
    const { id } = await addAccount('known', 'viewer')
    expect(await signIn(makeClaims('known', { email: 'Known@Hindsight.Example', roles: ['staff'] }))).toMatchObject({
      id,
    })
  })

  test.each([
    { more: { email_verified: false }, refusal: 'EmailNotVerified' },
    { more: { email_verified: 'true' }, refusal: 'EmailNotVerified' },
    { more: { email_verified: 1 }, refusal: 'EmailNotVerified' },
    { more: { email_verified: null }, refusal: 'EmailNotVerified' },
    { more: { email_verified: undefined }, refusal: 'EmailNotConfirmed' },
    { more: { email: undefined }, refusal: 'EmailMissing' },
    { more: { email: ['first-admin@hindsight.example'] }, refusal: 'EmailMissing' },
    { more: { email: 'nobody' }, refusal: 'EmailMissing' },
  ])('is rejected with $more, and nothing is written', async ({ more, refusal }) => {
    expect(await signIn(makeClaims('first-admin', { roles: ['root'], ...more }))).toBe(refusal)
    expect(await signIn(makeClaims('nobody', { roles: ['root'], ...more }))).toBe(refusal)
    expect(await findAccount('nobody')).toBeNull()
  })

  describe('with trusted e-mail addresses', () => {
    const trusting = { ...strict, isEmailTrusted: true }
    const { email_verified: _, ...silent } = makeClaims('silent', { roles: ['staff'] })

    test('gets the account with the e-mail address without email_verified', async () => {
      const { id } = await addAccount('silent', 'viewer')
      expect(await signIn(silent as ReturnType<typeof makeClaims>, trusting)).toMatchObject({ id })
    })

    test.each([false, 'false', null])(
      'is rejected if the e-mail address is marked as unverified: %j',
      async (emailVerified) => {
        const claims = makeClaims('unverified', { roles: ['staff'], email_verified: emailVerified })
        expect(await signIn(claims, trusting)).toBe('EmailNotVerified')
        expect(await findAccount('unverified')).toBeNull()
      },
    )
  })

  test('is rejected without a role on the allow-list, with an account or without', async () => {
    await addAccount('was-manager', 'manager')
    for (const name of ['was-manager', 'stranger']) {
      expect(await signIn(makeClaims(name, { roles: ['others'] }))).toBe('NoAccess')
    }
    expect(await findAccount('stranger')).toBeNull()
    expect(await findAccount('was-manager')).toMatchObject({ role: 'manager', sessionVersion: 1 })
  })

  test('gets the default role if one is configured', async () => {
    expect(await signIn(makeClaims('guest'), { ...mapped, defaultRole: 'viewer' })).toMatchObject({ role: 'viewer' })
    expect(await signIn(makeClaims('visitor'), open)).toMatchObject({ role: 'viewer' })
  })

  test('is rejected while the account is disabled', async () => {
    const { id } = await addAccount('left', 'manager')
    await updateAccount(testContext(database.db), id, { is_disabled: true })
    expect(await signIn(makeClaims('left', { roles: ['leads'] }))).toBe('AccountDisabled')
    expect(await signIn(makeClaims('left'), open)).toBe('AccountDisabled')
  })
})

describe('a returning person', () => {
  const getId = (result: Awaited<ReturnType<typeof signIn>>) => (typeof result === 'string' ? result : result.id)

  test.each([{ email: toEmail('married') }, { email: toEmail('moving'), email_verified: false }, { email: undefined }])(
    'is identified by the subject and keeps the stored e-mail address when the provider sends %j',
    async (more) => {
      const name = `moving-${JSON.stringify(more).length}`
      const { id } = await addAccount(name, 'viewer')
      expect(getId(await signIn(makeClaims(name, { roles: ['staff'] })))).toBe(id)
      expect(getId(await signIn(makeClaims(name, { roles: ['leads'], ...more })))).toBe(id)
      expect(await findAccount(name)).toMatchObject({ id, role: 'manager' })
    },
  )

  test('does not get another account by taking over its e-mail address', async () => {
    const { id } = await addAccount('victim', 'viewer')
    await signIn(makeClaims('climber', { roles: ['staff'] }))
    const climber = await findAccount('climber')
    expect(getId(await signIn(makeClaims('climber', { roles: ['staff'], email: toEmail('victim') })))).toBe(climber?.id)
    expect(climber?.id).not.toBe(id)
  })

  test('keeps the account when someone else gets the e-mail address', async () => {
    await signIn(makeClaims('leaver', { roles: ['leads'] }))
    const successor = makeClaims('leaver', { sub: 'sub-heir', roles: ['leads'] })
    expect(await signIn(successor)).toBe('LinkedToAnother')
    expect(await signIn(successor, open)).toBe('LinkedToAnother')
    expect(getId(await signIn(makeClaims('leaver', { roles: ['leads'] })))).toBe((await findAccount('leaver'))?.id)
  })

  test('shares no account when two subjects with its e-mail address sign in concurrently', async () => {
    await addAccount('shared', 'viewer')
    const signInAs = (sub: string) => signIn(makeClaims('shared', { sub, roles: ['staff'] }))
    const results = await Promise.all(['sub-1', 'sub-2', 'sub-3'].map(signInAs))
    expect(results.filter((result) => result === 'LinkedToAnother')).toHaveLength(2)
  })

  test('is someone else at another provider', async () => {
    const { id } = await addAccount('twofold', 'viewer')
    const elsewhere = { ...strict, issuer: 'https://other.example.org' }
    expect(getId(await signIn(makeClaims('twofold', { roles: ['staff'] })))).toBe(id)
    expect(getId(await signIn(makeClaims('twofold', { sub: 'other', roles: ['staff'] }), elsewhere))).toBe(id)
    const namesake = await signIn(makeClaims('namesake', { sub: 'other', roles: ['staff'] }))
    expect(namesake).toMatchObject({ email: toEmail('namesake') })
    expect(getId(namesake)).not.toBe(id)
  })

  test('is not linked by a rejected sign-in', async () => {
    const { id } = await addAccount('unlinked', 'viewer')
    expect(await signIn(makeClaims('unlinked', { sub: 'sub-guest', roles: ['guests'] }))).toBe('NoAccess')
    expect(getId(await signIn(makeClaims('unlinked', { sub: 'sub-own', roles: ['staff'] })))).toBe(id)
  })

  test('is rejected without a role or when disabled', async () => {
    await signIn(makeClaims('fading', { roles: ['staff'] }))
    expect(await signIn(makeClaims('fading', { roles: [] }))).toBe('NoAccess')
    const id = (await findAccount('fading'))?.id ?? ''
    await updateAccount(testContext(database.db), id, { is_disabled: true })
    expect(await signIn(makeClaims('fading', { roles: ['staff'], email: toEmail('fading-new') }))).toBe(
      'AccountDisabled',
    )
    expect(await findAccount('fading-new')).toBeNull()
  })

  test('is linked again after unlinking, and the history shows both', async () => {
    await signIn(makeClaims('rehired', { roles: ['staff'] }))
    const id = (await findAccount('rehired'))?.id ?? ''
    expect(await unlinkIdentities(testContext(database.db), id)).toBe(true)
    expect(await unlinkIdentities(testContext(database.db), id)).toBe(false)
    expect(getId(await signIn(makeClaims('rehired', { sub: 'sub-again', roles: ['staff'] })))).toBe(id)
    const events = await readRows(database.db, auditEvents, { entityId: id })
    const email = events.flatMap(({ changes }) => changes.provider_subject ?? [])
    expect(email.map((change) => JSON.stringify(change)).toSorted()).toEqual([
      '{"from":"sub-rehired","to":null}',
      '{"from":null,"to":"sub-again"}',
      '{"from":null,"to":"sub-rehired"}',
    ])
  })
})

describe('the role', () => {
  test('follows the provider at each sign-in and ends earlier sessions', async () => {
    await addAccount('rising', 'viewer')
    expect(await signIn(makeClaims('rising', { roles: ['leads'] }))).toMatchObject({
      role: 'manager',
      sessionVersion: 2,
    })
    expect(await signIn(makeClaims('rising', { roles: ['leads'] }))).toMatchObject({
      role: 'manager',
      sessionVersion: 2,
    })
    expect(await signIn(makeClaims('rising', { roles: ['staff'] }))).toMatchObject({
      role: 'viewer',
      sessionVersion: 3,
    })
  })

  test('is not removed from the last admin, who signs in, and the log says why', async () => {
    const warned = vi.spyOn(log, 'warn')
    const { id, role } = { id: (await findAccount('first-admin'))?.id, role: 'admin' }
    expect(await signIn(makeClaims('first-admin', { roles: ['staff'] }))).toMatchObject({ id, role })
    expect(await findAccount('first-admin')).toMatchObject({ role, sessionVersion: 1 })
    const fields = { event: 'role_not_changed', account: id, role, role_of_provider: 'viewer' }
    expect(warned).toHaveBeenCalledWith(fields, expect.stringContaining('last admin'))
  })
})
