import { invalidField } from '#server/platform/errors.ts'
import { clearOwnFailures, countOwnAttempt } from '#server/platform/limits/sign-in-limit.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { findAccount } from './account-queries.ts'
import { getActingAccount } from './acting-account.ts'
import { isPassword } from './password.ts'

/**
 * Throws `invalid_parameter` unless this is the password of the signed-in person, and `rate_limited` after too many
 * wrong ones.
 */
export async function assertOwnPassword(ctx: Context, password: string): Promise<void> {
  const { id, email } = getActingAccount(ctx)
  const account = await findAccount(ctx.db, id)
  await countOwnAttempt(email)
  if (!(await isPassword(account?.passwordHash ?? null, password))) {
    throw invalidField('current_password', 'body', 'must be your current password')
  }
  await clearOwnFailures(email)
}

/** True if the signed-in person has a local password; people who sign in with a provider may have none. */
export async function hasOwnPassword(ctx: Context): Promise<boolean> {
  return (await findAccount(ctx.db, getActingAccount(ctx).id))?.passwordHash != null
}
