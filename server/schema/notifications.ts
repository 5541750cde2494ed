import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { MailTopic, StoredContent } from '#lib/contracts/app/mail-content.ts'
import type { NotificationKind } from '#lib/contracts/app/values.ts'
import { codePointText, json, moment } from './columns.ts'

/** Notifications in the app. `recipient` is an e-mail address, `path` the path of a page. */
export const notifications = pgTable(
  'notifications',
  {
    id: codePointText('id').primaryKey(),
    recipient: codePointText('recipient').notNull(),
    kind: codePointText('kind').$type<NotificationKind>().notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    path: codePointText('path').notNull(),
    /** A person is notified only once for the same key. */
    onceKey: codePointText('once_key'),
    createdAt: moment('created_at').notNull(),
    readAt: moment('read_at'),
    /** True while its mail is still to be composed, by the job that sends mail. */
    isMailDue: boolean('is_mail_due').notNull().default(false),
  },
  (table) => [
    index('notifications_mail_due').on(table.createdAt, table.id).where(sql`is_mail_due`),
    index('notifications_recipient').on(table.recipient, table.createdAt),
    uniqueIndex('notifications_once').on(table.recipient, table.onceKey).where(sql`once_key is not null`),
  ],
)

/** The channels on which a person wants notifications; without a row, the app and e-mail. */
export const mailPreferences = pgTable('mail_preferences', {
  email: codePointText('email').primaryKey(),
  isMailOn: boolean('is_mail_on').notNull(),
  /** True if the app counts them as unread; mail or the app is always on. */
  isAppOn: boolean('is_app_on').notNull().default(true),
  isDigestOn: boolean('is_digest_on').notNull(),
  lastDigestOn: codePointText('last_digest_on'),
  isWeeklyOn: boolean('is_weekly_on').notNull().default(false),
  /** The Monday of the last pack that was mailed. */
  lastWeeklyOn: codePointText('last_weekly_on'),
  updatedAt: moment('updated_at').notNull(),
})

/** The mail outbox. A job composes the mail of notifications and sends each mail at least once. */
export const mails = pgTable(
  'mails',
  {
    /** Also the Message-ID, so that mail sent twice can be recognised. */
    id: codePointText('id').primaryKey(),
    recipient: codePointText('recipient').notNull(),
    topic: codePointText('topic').$type<MailTopic>().notNull(),
    subject: text('subject').notNull(),
    content: json('content').$type<StoredContent>().notNull(),
    createdAt: moment('created_at').notNull(),
    /**
     * Earliest time of the next attempt; moved on while it is being sent and after a failure. Null once sent or given
     * up.
     */
    sendAfter: moment('send_after'),
    attempts: integer('attempts').notNull().default(0),
    sentAt: moment('sent_at'),
    /** The reason why the last attempt failed or the mail was dropped. */
    fault: text('fault'),
  },
  (table) => [
    index('mails_waiting').on(table.sendAfter, table.id).where(sql`send_after is not null`),
    index('mails_created_at').on(table.createdAt),
    // A process of an earlier release would store such a link readably, while both run: it gets an error instead.
    check('mails_sealed', sql`topic not in ('account', 'question') or content #>> '{action,path}' is null`),
  ],
)
