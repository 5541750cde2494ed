import type { ActionNotice } from '#lib/actions/action.ts'
import { normalizeEmail } from '#server/platform/auth/account-queries.ts'
import { createPlaceholders, runPrepared } from '#server/platform/db/prepared.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { notifications } from '#server/schema/notifications.ts'

type SentNotice = Omit<ActionNotice, 'to'>

/** Notifies people in the app and by e-mail, each once and never the actor; in a transaction on commit. */
export async function notify(ctx: Context, recipients: readonly string[], notice: SentNotice): Promise<void> {
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
      db.insert(notifications).values(createPlaceholders(notifications, row)).onConflictDoNothing(),
    )
  }
}

/** Sends the notices that an action declares. */
export async function notifyAll(ctx: Context, notices: readonly ActionNotice[]): Promise<void> {
  for (const { to, ...notice } of notices) {
    await notify(
      ctx,
      to.filter((email) => email !== null),
      notice,
    )
  }
}
