import type { WithSubquery } from 'drizzle-orm/subquery'
import type { NotificationKind } from '#lib/contracts/app/notification-tokens.ts'
import { normalizeEmail } from '#server/accounts/queries.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/client.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { rowParameters, withRow } from '#server/db/with-row.ts'
import { newId } from '#server/ids.ts'

export type Notice = {
  readonly kind: NotificationKind
  /** One line, such as "You were assigned PIR-2026-0042". */
  readonly title: string
  /** What it is about, in a sentence or two; plain text. */
  readonly body: string
  /** The page that it leads to, such as `/changes/CHG0000042/review`. */
  readonly path: string
  /** Whether it has gone out by mail in another form and is not mailed itself. */
  readonly isMailed?: boolean
  /** Where given, a person is told this once, however often it is said. */
  readonly onceKey?: string
}

/**
 * Tells people something, in the app and by e-mail, each once and never the one who did it. It is written with `ctx.db`:
 * inside a transaction it is told only when that is committed.
 */
export async function notify(ctx: Context, recipients: readonly string[], notice: Notice): Promise<void> {
  const told = toldOf(ctx, recipients)
  if (told.length === 0) return
  await ctx.db
    .insert(notifications)
    .values(told.map((recipient) => notificationRow(ctx, recipient, notice)))
    .onConflictDoNothing()
}

/** Who is told: each once and never the one who does it. */
function toldOf({ actor }: Context, recipients: readonly string[]): string[] {
  const doer = actor.kind === 'account' ? normalizeEmail(actor.email) : null
  return [...new Set(recipients.map(normalizeEmail))].filter((recipient) => recipient && recipient !== doer)
}

function notificationRow({ now }: Context, recipient: string, notice: Notice) {
  const { kind, title, body, path } = notice
  const state = {
    onceKey: notice.onceKey ?? null,
    createdAt: now.toISOString(),
    readAt: null,
    isMailDue: !notice.isMailed,
  }
  return { id: newId('ntf', now), recipient, kind, title, body, path, ...state }
}

const noticePrefix = 'notification_'

/** The part of a statement that tells one person something if `cause`, another part, gives a row; values by `noticeParameters`. */
export const withNotice = (db: Queryable, cause: WithSubquery): WithSubquery =>
  withRow(db, 'notification', notifications, noticePrefix, cause)

/** The values of the parameters that `withNotice` adds to a statement; null when the person is the one who does it. */
export function noticeParameters(ctx: Context, recipient: string, notice: Notice): Record<string, unknown> | null {
  const [told] = toldOf(ctx, [recipient])
  return told === undefined ? null : rowParameters(noticePrefix, notificationRow(ctx, told, notice))
}
