import { eq } from 'drizzle-orm'
import { accountActions } from '#lib/actions/access-actions.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { accounts } from '#server/schema/access.ts'
import { getActingAccount } from './acting-account.ts'
import { forgetSessions } from './session-caller.ts'

/** Sets the time zone of the signed-in person; null means the time zone of the organisation. */
export async function setOwnTimeZone(ctx: Context, zone: string | null): Promise<void> {
  const { id } = getActingAccount(ctx)
  await inTransaction(ctx, async (tx) => {
    const [before] = await tx.db.select().from(accounts).where(eq(accounts.id, id)).for('update')
    if (!before || before.timeZone === zone) return
    await tx.db.update(accounts).set({ timeZone: zone, updatedAt: ctx.now.toISOString() }).where(eq(accounts.id, id))
    const changes = { time_zone: { from: before.timeZone, to: zone } }
    await recordEvent(tx, accountActions.update, id, changes)
  })
  forgetSessions()
}
