import { and, eq } from 'drizzle-orm'
import { accountActions } from '#lib/actions/access-actions.ts'
import { NewAccount } from '#lib/contracts/app/accounts.ts'
import type { ProviderRefusal } from '#lib/domain/people/provider-refusals.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log/log.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { chooseRole, type ProviderSettings } from '#server/platform/settings/provider-settings.ts'
import { accountIdentities, accountInvitations } from '#server/schema/access.ts'
import { addAccount, updateAccount } from './account-commands.ts'
import { type AccountRow, findAccount, findAccountByEmail } from './account-queries.ts'

type SubjectClaims = Readonly<Record<string, unknown>> & { readonly sub: string }

/**
 * The account of a person signed in by a provider. A known subject keeps its account, even if the e-mail address
 * changed. At its first sign-in it gets the account with the e-mail address, which the provider must have verified or
 * be trusted to have verified, unless that belongs to another subject; a new person with a role gets a new account.
 * With an allow-list the claims set the role at each sign-in, except that the last admin stays admin.
 */
export async function signInWithProvider(
  ctx: Context,
  claims: SubjectClaims,
  settings: ProviderSettings,
): Promise<AccountRow | ProviderRefusal> {
  const role = chooseRole(claims, settings)
  const identity = { issuer: settings.issuer, subject: claims.sub }
  const account =
    (await findAccountByIdentity(ctx.db, identity)) ??
    (await createFromProvider(ctx, { claims, identity, role, settings }))
  if (typeof account === 'string') return account
  if (account.isDisabled) return 'AccountDisabled'
  if (role === null && settings.roleMap) return 'NoAccess'
  if (role === null || !settings.roleMap || role === account.role) return account
  try {
    await updateAccount(ctx, account.id, { role })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
    const logFields = { event: 'role_not_changed', account: account.id, role: account.role, role_of_provider: role }
    log.warn(logFields, 'the provider assigns the last admin another role: make someone else admin first')
    return account
  }
  return (await findAccount(ctx.db, account.id)) ?? 'NoAccess'
}

type ProviderSignIn = {
  readonly claims: SubjectClaims
  readonly identity: ProviderIdentity
  readonly role: NewAccount['role'] | null
  readonly settings: ProviderSettings
}

/** Links a new subject to the account of its verified e-mail address, or to a new account. */
async function createFromProvider(
  ctx: Context,
  { claims, identity, role, settings }: ProviderSignIn,
): Promise<AccountRow | ProviderRefusal> {
  const email = NewAccount.shape.email.safeParse(claims.email)
  if (!email.success) return 'EmailMissing'
  const doubt = findDoubt(claims, settings)
  if (doubt !== null) return doubt
  const { roleMap } = settings
  const existingAccount = await findAccountByEmail(ctx.db, email.data)
  if (existingAccount?.isDisabled) return 'AccountDisabled'
  if (role === null && (!existingAccount || roleMap)) return 'NoAccess'
  const account =
    existingAccount ?? (role && (await addPerson(ctx, { email: email.data, name: readName(claims, email.data), role })))
  if (!account) return 'NoAccess'
  return (await linkIdentity(ctx, account.id, identity)) ? account : 'LinkedToAnother'
}

/** The reason not to use the e-mail address of the claims; null if it can be used. */
function findDoubt(claims: SubjectClaims, { isEmailTrusted, issuer }: ProviderSettings): ProviderRefusal | null {
  if (claims.email_verified === true) return null
  if (claims.email_verified !== undefined) return 'EmailNotVerified'
  if (isEmailTrusted) return null
  log.warn(
    { event: 'sign_in_refused', issuer },
    'the provider sends no email_verified: HINDSIGHT_OIDC_TRUST_EMAIL=true accepts its e-mail addresses without it',
  )
  return 'EmailNotConfirmed'
}

/** Adds an account without a password; returns the existing one if a concurrent sign-in was faster. */
async function addPerson(ctx: Context, person: Omit<NewAccount, 'password'>): Promise<AccountRow | null> {
  try {
    await addAccount(ctx, person, { passwordHash: null, passwordExpiresAt: null, origin: 'provider' })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
  }
  return findAccountByEmail(ctx.db, person.email)
}

function readName(claims: SubjectClaims, email: string): string {
  const name = NewAccount.shape.name.safeParse(claims.name)
  return name.success ? name.data : email
}

/** The permanent identity of a person at a provider; the e-mail address may change or pass to someone else. */
type ProviderIdentity = { readonly issuer: string; readonly subject: string }

/** The account linked to an identity; null before its first sign-in. */
export async function findAccountByIdentity(db: Queryable, { issuer, subject }: ProviderIdentity) {
  const [linked] = await db
    .select({ id: accountIdentities.accountId })
    .from(accountIdentities)
    .where(and(eq(accountIdentities.issuer, issuer), eq(accountIdentities.subject, subject)))
  return linked ? findAccount(db, linked.id) : null
}

/** Links permanently, which voids the invitation. Returns false if the account has another identity there. */
export async function linkIdentity(ctx: Context, accountId: string, identity: ProviderIdentity): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const [added] = await tx.db
      .insert(accountIdentities)
      .values({ ...identity, accountId, linkedAt: ctx.now.toISOString() })
      .onConflictDoNothing()
      .returning({ accountId: accountIdentities.accountId })
    if (!added) return (await findAccountByIdentity(tx.db, identity))?.id === accountId
    await tx.db.delete(accountInvitations).where(eq(accountInvitations.accountId, accountId))
    const changes = { provider_subject: { from: null, to: identity.subject } }
    await recordEvent(tx, accountActions.linked, accountId, changes)
    return true
  })
}

/** Unlinks the identities of an account, so that the next sign-in links it again. Returns false if it has none. */
export async function unlinkIdentities(ctx: Context, accountId: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const removed = await tx.db
      .delete(accountIdentities)
      .where(eq(accountIdentities.accountId, accountId))
      .returning({ subject: accountIdentities.subject })
    const subjects = removed.map(({ subject }) => subject).toSorted()
    if (subjects.length === 0) return false
    const changes = { provider_subject: { from: subjects.join(', '), to: null } }
    await recordEvent(tx, accountActions.unlinked, accountId, changes)
    return true
  })
}
