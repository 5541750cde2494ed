import { eq } from 'drizzle-orm'
import type { MailPreferences } from '#lib/contracts/app/own-data.ts'
import { normalizeEmail } from '#server/platform/auth/account-queries.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { invalidField } from '#server/platform/errors.ts'
import { type Context, getActingAccount } from '#server/platform/runtime/context.ts'
import { findMailSettings, getSettings } from '#server/platform/settings/current-settings.ts'
import { mailPreferences } from '#server/schema/notifications.ts'

type MailChoices = {
  readonly is_mail_on?: boolean | undefined
  readonly is_app_on?: boolean | undefined
  readonly is_digest_on?: boolean | undefined
  readonly is_weekly_on?: boolean | undefined
}

/** The defaults for a person without a stored choice. */
const defaultChoices = { isMailOn: true, isAppOn: true, isDigestOn: true, isWeeklyOn: false }

const choiceOfTopic = {
  notification: 'isMailOn',
  digest: 'isDigestOn',
  weekly: 'isWeeklyOn',
} as const satisfies Record<string, keyof typeof defaultChoices>

/** The kind of mail that a link disables. */
export type UnsubscribeTopic = keyof typeof choiceOfTopic
export const unsubscribeTopics = Object.keys(choiceOfTopic) as UnsubscribeTopic[]

/** True if a person does not want mail of a topic. */
export const isTopicOff = (row: typeof mailPreferences.$inferSelect | undefined, topic: UnsubscribeTopic): boolean =>
  !(row ?? defaultChoices)[choiceOfTopic[topic]]

/** The caller's mail preferences, and whether this installation sends mail. */
export async function getMailPreferences(ctx: Context): Promise<MailPreferences> {
  const email = normalizeEmail(getActingAccount(ctx).email)
  const [row] = await ctx.db.select().from(mailPreferences).where(eq(mailPreferences.email, email))
  return {
    is_mail_on: !isTopicOff(row, 'notification'),
    is_app_on: (row ?? defaultChoices).isAppOn,
    is_digest_on: !isTopicOff(row, 'digest'),
    is_weekly_on: !isTopicOff(row, 'weekly'),
    email,
    is_mail_sent: findMailSettings() !== undefined,
    digest_hour: getSettings().digest_hour,
    time_zone: getActingAccount(ctx).zone ?? getSettings().time_zone,
  }
}

/** Absent ones stay. Throws `invalid_parameter` if notifications would be neither mailed nor unread in the app. */
export async function updateMailPreferences(ctx: Context, choices: MailChoices): Promise<MailPreferences> {
  const { is_mail_on: isMailOn, is_app_on: isAppOn, is_digest_on: isDigestOn, is_weekly_on: isWeeklyOn } = choices
  const preferences = await getMailPreferences(ctx)
  if (isAppOn === false && !(isMailOn ?? preferences.is_mail_on)) {
    throw invalidField('is_app_on', 'body', 'must be true while is_mail_on is false')
  }
  await writeChoice(ctx, normalizeEmail(getActingAccount(ctx).email), {
    ...(isMailOn === undefined ? {} : { isMailOn }),
    ...(isAppOn === undefined ? {} : { isAppOn }),
    ...(isDigestOn === undefined ? {} : { isDigestOn }),
    ...(isWeeklyOn === undefined ? {} : { isWeeklyOn }),
  })
  return getMailPreferences(ctx)
}

/** Disables a kind of mail for an e-mail address; the caller checks the permission. */
export const switchMailOff = (ctx: Context, email: string, topic: UnsubscribeTopic): Promise<void> =>
  writeChoice(ctx, normalizeEmail(email), { [choiceOfTopic[topic]]: false })

/** True if a kind of mail is disabled for an e-mail address. */
export async function isMailOff(db: Queryable, { email, topic }: { email: string; topic: UnsubscribeTopic }) {
  const [row] = await db
    .select()
    .from(mailPreferences)
    .where(eq(mailPreferences.email, normalizeEmail(email)))
  return isTopicOff(row, topic)
}

type Choice = Partial<typeof defaultChoices>

async function writeChoice(ctx: Context, email: string, choice: Choice): Promise<void> {
  // A person without mail of notifications sees them in the app.
  const set = { ...choice, ...(choice.isMailOn === false && { isAppOn: true }), updatedAt: ctx.now.toISOString() }
  await ctx.db
    .insert(mailPreferences)
    .values({ ...defaultChoices, ...set, email })
    .onConflictDoUpdate({ target: mailPreferences.email, set })
}
