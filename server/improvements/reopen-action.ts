import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { improvementActions } from '#lib/actions/improvement-actions.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { improvements } from '#server/schema/improvements.ts'

export type DoneAction = {
  readonly id: string
  readonly title: string
  readonly owner: string
  readonly status: 'done' | 'verified'
  readonly verified_by: string | null
}

/**
 * Returns a done or verified action to in progress, to wait for a recheck because of an incident, and notifies its
 * owner and verifier. Returns false if someone else changed it meanwhile.
 */
export function reopenAction(ctx: Context, action: DoneAction, incident: string, reason: string): Promise<boolean> {
  const { id, title, owner, status, verified_by: verifier } = action
  const at = ctx.now.toISOString()
  return inTransaction(ctx, async (tx) => {
    const reopened = await tx.db
      .update(improvements)
      .set({
        status: 'in_progress',
        recheckSince: at,
        recheckReason: reason,
        version: sql`${improvements.version} + 1`,
        updatedAt: at,
      })
      .where(
        and(
          eq(improvements.id, id),
          inArray(improvements.status, ['done', 'verified']),
          isNull(improvements.recheckSince),
        ),
      )
      .returning({ id: improvements.id })
    if (reopened.length === 0) return false
    await recordEvent(tx, improvementActions.recalled, id, {
      status: { from: status, to: 'in_progress' },
      look_reason: { from: null, to: reason },
    })
    await notifyAll(
      tx,
      improvementActions.recalled.notifies({ id, title, people: [owner, verifier], incident, reason }),
    )
    return true
  })
}
