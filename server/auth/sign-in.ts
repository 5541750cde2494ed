import { type AccountRow, findAccountByEmail, normalizeEmail } from '#server/accounts/queries.ts'
import { getRuntime } from '#server/runtime.ts'
import { isPassword } from './password.ts'
import { countSignIn, forgiveSignIn } from './sign-in-limit.ts'

/**
 * The account of an e-mail address and a password. Throws `CredentialsSignin` when they do not fit or the account is
 * disabled, and `TooManyAttempts:<seconds>` when too many attempts failed; the page tells a person of both.
 */
export async function signIn(email: string, password: string, address: string): Promise<AccountRow> {
  const name = normalizeEmail(email).slice(0, 254)
  await countSignIn(name, address)
  const account = await findAccountByEmail(getRuntime().db, name)
  const fits = await isPassword(account?.passwordHash ?? null, password.slice(0, 1024))
  if (!account || !fits || account.isDisabled) throw new Error('CredentialsSignin')
  await forgiveSignIn(name, address)
  return account
}
