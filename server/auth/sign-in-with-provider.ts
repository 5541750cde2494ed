import { NewAccount } from '#lib/contracts/app/accounts.ts'
import type { ProviderRefusal } from '#lib/domain/provider-refusals.ts'
import { addAccount, updateAccount } from '#server/accounts/commands.ts'
import { type AccountRow, findAccountByEmail } from '#server/accounts/queries.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/errors.ts'
import { type ProviderSettings, roleOfClaims } from './provider-settings.ts'

type Claims = Readonly<Record<string, unknown>>

/**
 * The account of a person whom a provider has signed in, found by the e-mail address that it says is verified; a new
 * person to whom the claims give a role gets one. Where an allow-list is set, the claims give the role at each sign-in.
 */
export async function signInWithProvider(
  ctx: Context,
  claims: Claims,
  settings: ProviderSettings,
): Promise<AccountRow | ProviderRefusal> {
  const email = NewAccount.shape.email.safeParse(claims.email)
  if (!email.success || claims.email_verified !== true) return 'EmailNotVerified'
  const role = roleOfClaims(claims, settings)
  const account =
    (await findAccountByEmail(ctx.db, email.data)) ??
    (role === null ? null : await addPerson(ctx, { email: email.data, name: nameOf(claims, email.data), role }))
  if (account?.isDisabled) return 'AccountDisabled'
  if (!account || (role === null && settings.roleMap)) return 'NoAccess'
  if (role === null || !settings.roleMap || role === account.role) return account
  try {
    await updateAccount(ctx, account.id, { role })
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return 'LastAdmin'
    throw error
  }
  return (await findAccountByEmail(ctx.db, email.data)) ?? 'NoAccess'
}

/** Adds an account without a password; the one that stands already where another sign-in was faster. */
async function addPerson(ctx: Context, person: Omit<NewAccount, 'password'>): Promise<AccountRow | null> {
  try {
    await addAccount(ctx, person, { passwordHash: null, origin: 'provider' })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
  }
  return findAccountByEmail(ctx.db, person.email)
}

function nameOf(claims: Claims, email: string): string {
  const name = NewAccount.shape.name.safeParse(claims.name)
  return name.success ? name.data : email
}
