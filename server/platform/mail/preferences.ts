import { eq } from 'drizzle-orm'
import type { MailPreferences } from '#lib/contracts/app/mail-preferences.ts'
import { normalizeEmail } from '#server/platform/auth/account-queries.ts'
import { actingAccount } from '#server/platform/auth/acting-account.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getMailSettings, getSettings } from '#server/platform/settings/current-settings.ts'
import { mailPreferences } from '#server/schema/notifications.ts'
import type { UnsubscribeTopic } from './unsubscribe-token.ts'

type MailChoices = { readonly is_mail_on?: boolean | undefined; readonly is_digest_on?: boolean | undefined }

/** The caller's mail preferences, and whether this installation sends mail. */
export async function getMailPreferences(ctx: Context): Promise<MailPreferences> {
  const email = normalizeEmail(actingAccount(ctx).email)
  const [row] = await ctx.db.select().from(mailPreferences).where(eq(mailPreferences.email, email))
  return {
    is_mail_on: row?.isMailOn ?? true,
    is_digest_on: row?.isDigestOn ?? true,
    email,
    is_mail_sent: getMailSettings() !== undefined,
    digest_hour: getSettings().digest_hour,
    time_zone: actingAccount(ctx).zone ?? getSettings().time_zone,
  }
}

/** Updates mail preferences; absent ones stay unchanged. */
export async function updateMailPreferences(ctx: Context, choices: MailChoices): Promise<MailPreferences> {
  await writeChoices(ctx, normalizeEmail(actingAccount(ctx).email), choices)
  return getMailPreferences(ctx)
}

/** Disables a kind of mail for an address; the caller checks the permission. */
export const switchMailOff = (ctx: Context, email: string, topic: UnsubscribeTopic): Promise<void> =>
  writeChoices(ctx, normalizeEmail(email), topic === 'digest' ? { is_digest_on: false } : { is_mail_on: false })

/** Whether a kind of mail is disabled for an address. */
export async function isMailOff(
  db: Queryable,
  { email, topic }: { email: string; topic: UnsubscribeTopic },
): Promise<boolean> {
  const [row] = await db
    .select()
    .from(mailPreferences)
    .where(eq(mailPreferences.email, normalizeEmail(email)))
  return topic === 'digest' ? row?.isDigestOn === false : row?.isMailOn === false
}

async function writeChoices(ctx: Context, email: string, { is_mail_on, is_digest_on }: MailChoices): Promise<void> {
  const updatedAt = ctx.now.toISOString()
  await ctx.db
    .insert(mailPreferences)
    .values({ email, isMailOn: is_mail_on ?? true, isDigestOn: is_digest_on ?? true, updatedAt })
    .onConflictDoUpdate({
      target: mailPreferences.email,
      set: {
        updatedAt,
        ...(is_mail_on === undefined ? {} : { isMailOn: is_mail_on }),
        ...(is_digest_on === undefined ? {} : { isDigestOn: is_digest_on }),
      },
    })
}
