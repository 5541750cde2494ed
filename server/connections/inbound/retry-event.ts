import { and, eq } from 'drizzle-orm'
import { connectionActions } from '#lib/actions/record-actions.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { inboundEvents } from '#server/schema/connections.ts'

/** Column values that make an event wait as if it had just been received. */
export const toWaitingState = (at: string) =>
  ({ status: 'waiting', attempts: 0, applied: 0, nextAttemptAt: at, processedAt: null, outcome: null }) as const

/** Reads a failed event again. Throws `not_found`, and `conflict` if it has not failed. */
export async function retryEvent(ctx: Context, connectionId: string, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [event] = await tx.db
      .select({ status: inboundEvents.status })
      .from(inboundEvents)
      .where(and(eq(inboundEvents.id, id), eq(inboundEvents.connectionId, connectionId)))
      .for('update')
    if (!event) throw notFound('event', id)
    if (event.status !== 'failed') throw new AppError('conflict', 'The event has not failed.')
    await tx.db.update(inboundEvents).set(toWaitingState(ctx.now.toISOString())).where(eq(inboundEvents.id, id))
    await recordEvent(tx, connectionActions.event_retried, connectionId, {
      [id]: { from: 'failed', to: 'waiting (retry)' },
    })
  })
}
