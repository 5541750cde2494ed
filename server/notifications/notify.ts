import type { NotificationKind } from '#lib/contracts/app/notification-tokens.ts'
import { normalizeEmail } from '#server/accounts/queries.ts'
import type { Context } from '#server/context.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { newId } from '#server/ids.ts'
import { queueMail } from '#server/mail/queue-mail.ts'

export type Notice = {
  readonly kind: NotificationKind
  /** One line, such as "You were assigned PIR-2026-0042". */
  readonly title: string
  /** What it is about, in a sentence or two; plain text. */
  readonly body: string
  /** The page that it leads to, such as `/changes/CHG0000042/review`. */
  readonly path: string
  /** Where given, a person is told this once, however often it is said. */
  readonly onceKey?: string
}

/**
 * Tells people something, in the app and by e-mail, each once and never the one who did it. It is written with `ctx.db`:
 * inside a transaction it is told only when that is committed.
 */
export async function notify(ctx: Context, recipients: readonly string[], notice: Notice): Promise<void> {
  const doer = ctx.actor.kind === 'account' ? normalizeEmail(ctx.actor.email) : null
  const told = [...new Set(recipients.map(normalizeEmail))].filter((recipient) => recipient && recipient !== doer)
  if (told.length === 0) return
  const { kind, title, body, path, onceKey = null } = notice
  const createdAt = ctx.now.toISOString()
  const written = await ctx.db
    .insert(notifications)
    .values(
      told.map((recipient) => ({ id: newId('ntf', ctx.now), recipient, kind, title, body, path, onceKey, createdAt })),
    )
    .onConflictDoNothing()
    .returning({ recipient: notifications.recipient })
  const content = { lead: body, action: { label: 'Open in Hindsight', path } }
  await queueMail(
    ctx,
    written.map(({ recipient }) => ({ recipient, topic: 'notification', subject: title, content })),
  )
}
