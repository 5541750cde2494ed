import { sql } from 'drizzle-orm'
import type { SettingKey } from '#lib/contracts/app/setting-definitions.ts'
import type { FirstAdmin } from '#lib/contracts/app/settings.ts'
import { addAccount } from '#server/platform/auth/account-commands.ts'
import { assertHardToGuess } from '#server/platform/auth/guessable-password.ts'
import { hashPassword } from '#server/platform/auth/password.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { countSetupTry } from '#server/platform/limits/sign-in-limit.ts'
import { log } from '#server/platform/log/log.ts'
import { type Context, createSystemActor } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { refreshSettings } from '#server/platform/settings/current-settings.ts'
import { assertReached, writeSettings } from '#server/system/settings/update-settings.ts'
import { hasAccounts, isSetupOpen } from './is-setup-open.ts'
import { deleteSetupCodes, isSetupCode } from './offer-setup.ts'

const createClosedError = () => new AppError('conflict', 'Hindsight is set up already. Sign in.')

/**
 * Adds the first admin. Throws `conflict` once there is an account, `rate_limited` after too many attempts from an IP
 * address, and `invalid_parameter` for a wrong code, for a password that is easy to guess and for a public URL at which
 * the request did not arrive.
 *
 * @param from the client's IP address, and the `Origin` of the request
 */
export async function createFirstAdmin(
  ctx: Context,
  input: FirstAdmin,
  { ipAddress, origin }: { readonly ipAddress: string; readonly origin: string | null },
): Promise<void> {
  if (!(await isSetupOpen())) throw createClosedError()
  await countSetupTry(ipAddress)
  const { code, password, public_url, time_zone, ...fields } = input
  if (!(await isSetupCode(ctx.db, code, ctx.now))) {
    // The codes are deleted when the first admin is added, which another request may just have done.
    if (await hasAccounts(ctx.db)) throw createClosedError()
    const remedy =
      'must be the code that Hindsight printed when it started, less than a day ago; a restart prints a new one'
    throw invalidField('code', 'body', remedy)
  }
  assertReached(public_url, origin)
  await assertHardToGuess(password, fields, 'password')
  const passwordHash = await hashPassword(password)
  const actor = createSystemActor('setup', 'First run')
  const id = await inTransaction(ctx, async (tx) => {
    const setupCtx = { ...tx, actor }
    // Waits for every other transaction that adds an account, and makes later ones wait.
    await tx.db.execute(sql`lock table accounts in share row exclusive mode`)
    if (await hasAccounts(tx.db)) throw createClosedError()
    const account = await addAccount(
      setupCtx,
      { ...fields, role: 'admin' },
      { passwordHash, passwordExpiresAt: null, origin: 'entry' },
    )
    await writeSettings(setupCtx, omitFixed({ public_url, time_zone }))
    await deleteSetupCodes(tx.db)
    return account.id
  })
  await refreshSettings()
  log.info({ event: 'first_admin_created', actor: id })
}

const omitFixed = (values: { [Key in SettingKey]?: unknown }) =>
  (Object.entries(values) as [SettingKey, unknown][]).filter(
    ([key, value]) => value !== undefined && !(key in getRuntime().env.settings),
  )
