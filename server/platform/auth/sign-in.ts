import { eq } from 'drizzle-orm'
import { clearSignInFailures, countSignIn } from '#server/platform/limits/sign-in-limit.ts'
import { log } from '#server/platform/log/log.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { accounts } from '#server/schema/access.ts'
import { type AccountRow, findAccountByEmail, normalizeEmail } from './account-queries.ts'
import { hashPassword, isOutdated, isPassword } from './password.ts'

/** An e-mail address as it is looked up and counted; empty if the database cannot store it. */
function readEmail(email: string): string {
  const name = normalizeEmail(email).slice(0, 254)
  return name.includes('\0') || !name.isWellFormed() ? '' : name
}

/**
 * The account of an e-mail address and a password. Throws `CredentialsSignin` if they do not match or the account is
 * disabled, `PasswordExpired` if a temporary password has expired, and `TooManyAttempts:<seconds>` after too many
 * failures; the page has a message for each. Accounts of the demo work only in the demo, and none when passwords are
 * disabled.
 */
export async function signInWithPassword(email: string, password: string, ipAddress: string, now: Date) {
  const name = readEmail(email)
  const note = (reason: string, account: AccountRow | null) =>
    log.warn({ event: 'sign_in_refused', reason, actor: account?.id, method: 'credentials', address: ipAddress })
  await countSignIn(name, ipAddress).catch((error: Error) => {
    note(error.message, null)
    throw error
  })
  const { db, env } = getRuntime()
  const account = await findAccountByEmail(db, name)
  const isCorrect = await isPassword(account?.passwordHash ?? null, password.slice(0, 1024))
  const isOutsideDemo = account?.origin === 'demo' && !env.isDemo
  const isKnown = account && !account.isDisabled && !isOutsideDemo
  const isOpen = isKnown && env.arePasswordsOn
  if (!isOpen || !isCorrect) {
    note(isOutsideDemo ? 'demo account outside the demo' : 'CredentialsSignin', account)
    throw new Error('CredentialsSignin')
  }
  if (account.passwordExpiresAt !== null && account.passwordExpiresAt <= now.toISOString()) {
    note('PasswordExpired', account)
    throw new Error('PasswordExpired')
  }
  await clearSignInFailures(name, ipAddress)
  if (account.passwordHash && isOutdated(account.passwordHash)) {
    const passwordHash = await hashPassword(password)
    await db.update(accounts).set({ passwordHash }).where(eq(accounts.id, account.id))
  }
  return account
}

/** The codes that the sign-in page has messages for. */
const publicCode = /^(?:CredentialsSignin|PasswordExpired|TooManyAttempts:\d+)$/

/** Lets only known codes reach the URL of the sign-in page. Any other failure is logged and becomes `Unavailable`. */
export async function withPublicFailure<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && publicCode.test(error.message)) throw error
    log.error({ event: 'sign_in_failed', err: error }, 'sign-in failed')
    throw new Error('Unavailable')
  }
}
