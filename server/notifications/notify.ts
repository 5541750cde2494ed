import type { ActionNotice } from '#lib/actions/action.ts'
import type { NotificationKind } from '#lib/contracts/app/notification-values.ts'
import { normalizeEmail } from '#server/platform/auth/account-queries.ts'
import { placeholdersOf, runPrepared } from '#server/platform/db/prepared.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { notifications } from '#server/schema/notifications.ts'

export type Notice = {
  readonly kind: NotificationKind
  /** One line, such as "You were assigned PIR-2026-0042". */
  readonly title: string
  /** One or two sentences of plain text. */
  readonly body: string
  /** The page that it links to, such as `/changes/CHG0000042/review`. */
  readonly path: string
  /** Set when a mail about it is sent separately. */
  readonly isMailed?: boolean
  /** When set, a person is notified only once for this key. */
  readonly onceKey?: string
}

/**
 * Notifies people in the app and by e-mail, each once and never the actor. Written through `ctx.db`: inside a transaction
 * it takes effect on commit.
 */
export async function notify(ctx: Context, recipients: readonly string[], notice: Notice): Promise<void> {
  const { now, actor } = ctx
  const acting = actor.kind === 'account' ? normalizeEmail(actor.email) : null
  const notified = new Set(recipients.map(normalizeEmail))
  const rows = [...notified]
    .filter((recipient) => recipient && recipient !== acting)
    .map((recipient) => ({
      id: newId('ntf', now),
      recipient,
      kind: notice.kind,
      title: notice.title,
      body: notice.body,
      path: notice.path,
      onceKey: notice.onceKey ?? null,
      createdAt: now.toISOString(),
      isMailDue: !notice.isMailed,
    }))
  for (const row of rows) {
    await runPrepared(ctx.db, 'notify', row, (db) =>
      db.insert(notifications).values(placeholdersOf(notifications, row)).onConflictDoNothing(),
    )
  }
}

/** Notifies those whom an action concerns, as its declaration says. */
export async function notifyAll(ctx: Context, notices: readonly ActionNotice[]): Promise<void> {
  for (const { to, ...notice } of notices) {
    await notify(
      ctx,
      to.filter((email) => email !== null),
      notice,
    )
  }
}
