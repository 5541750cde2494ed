import { eq } from 'drizzle-orm'
import type { MailPreferences } from '#lib/contracts/app/own-data.ts'
import { normalizeEmail } from '#server/platform/auth/account-queries.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { recordValues, toRecord } from '#server/platform/db/record-columns.ts'
import { invalidField } from '#server/platform/errors.ts'
import { applyPatch, type PatchOf } from '#server/platform/patched.ts'
import { type Context, getActingAccount } from '#server/platform/runtime/context.ts'
import { findMailSettings, getSettings } from '#server/platform/settings/current-settings.ts'
import { mailPreferences } from '#server/schema/notifications.ts'

const choiceNames = ['is_mail_on', 'is_app_on', 'is_digest_on', 'is_weekly_on'] as const
type MailChoices = Pick<MailPreferences, (typeof choiceNames)[number]>

/** The defaults for a person without a stored choice. */
const defaultChoices: MailChoices = { is_mail_on: true, is_app_on: true, is_digest_on: true, is_weekly_on: false }

const choiceOfTopic = { notification: 'is_mail_on', digest: 'is_digest_on', weekly: 'is_weekly_on' } as const

/** The kind of mail that a link disables. */
export type UnsubscribeTopic = keyof typeof choiceOfTopic
export const unsubscribeTopics = Object.keys(choiceOfTopic) as UnsubscribeTopic[]

type StoredChoices = typeof mailPreferences.$inferSelect | undefined
const readChoices = (row: StoredChoices) => (row ? toRecord(mailPreferences, row, choiceNames) : defaultChoices)

/** True if a person does not want mail of a topic. */
export const isTopicOff = (row: StoredChoices, topic: UnsubscribeTopic): boolean =>
  !readChoices(row)[choiceOfTopic[topic]]

/** The caller's mail preferences, and whether this installation sends mail. */
export async function getMailPreferences(ctx: Context): Promise<MailPreferences> {
  const email = normalizeEmail(getActingAccount(ctx).email)
  const [row] = await ctx.db.select().from(mailPreferences).where(eq(mailPreferences.email, email))
  return {
    ...readChoices(row),
    email,
    is_mail_sent: findMailSettings() !== undefined,
    digest_hour: getSettings().digest_hour,
    time_zone: getActingAccount(ctx).zone ?? getSettings().time_zone,
  }
}

/** Absent ones stay. Throws `invalid_parameter` if notifications would be neither mailed nor unread in the app. */
export async function updateMailPreferences(ctx: Context, choices: PatchOf<MailChoices>): Promise<MailPreferences> {
  const { email, is_mail_on } = await getMailPreferences(ctx)
  if (choices.is_app_on === false && !(choices.is_mail_on ?? is_mail_on)) {
    throw invalidField('is_app_on', 'body', 'must be true while is_mail_on is false')
  }
  await writeChoices(ctx, email, choices)
  return getMailPreferences(ctx)
}

/** Disables a kind of mail for an e-mail address; the caller checks the permission. */
export const switchMailOff = (ctx: Context, email: string, topic: UnsubscribeTopic): Promise<void> =>
  writeChoices(ctx, normalizeEmail(email), { [choiceOfTopic[topic]]: false })

/** True if a kind of mail is disabled for an e-mail address. */
export async function isMailOff(db: Queryable, { email, topic }: { email: string; topic: UnsubscribeTopic }) {
  const [row] = await db
    .select()
    .from(mailPreferences)
    .where(eq(mailPreferences.email, normalizeEmail(email)))
  return isTopicOff(row, topic)
}

async function writeChoices(ctx: Context, email: string, choices: PatchOf<MailChoices>): Promise<void> {
  // A person without mail of notifications sees them in the app.
  const written = choices.is_mail_on === false ? { ...choices, is_app_on: true } : choices
  const set = { ...recordValues(mailPreferences, written), updatedAt: ctx.now.toISOString() }
  const all = recordValues(mailPreferences, applyPatch(defaultChoices, written))
  await ctx.db
    .insert(mailPreferences)
    .values({ ...all, email, updatedAt: set.updatedAt } as typeof mailPreferences.$inferInsert)
    .onConflictDoUpdate({ target: mailPreferences.email, set })
}
