import { and, eq, inArray } from 'drizzle-orm'
import { connectionActions } from '#lib/actions/record-actions.ts'
import type { WriteResult } from '#lib/contracts/connection-values.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { connections, connectionWrites } from '#server/schema/connections.ts'

export type WriteDecision = 'ours' | 'theirs' | 'retry'

/**
 * Applies a decision about a write. `ours` makes the next run write our version, `theirs` drops the write, and `retry`
 * tries a failed write again. Throws `not_found`, and `conflict` if the write is in no such state.
 */
export async function resolveWriteConflict(
  ctx: Context,
  connectionId: string,
  writeId: string,
  decision: WriteDecision,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [write] = await tx.db
      .select()
      .from(connectionWrites)
      .where(and(eq(connectionWrites.id, writeId), eq(connectionWrites.connectionId, connectionId)))
      .for('update')
    if (!write) throw notFound('write', writeId)
    const at = ctx.now.toISOString()
    const result = decision === 'retry' ? write.result : acceptTheirs(write.result ?? {})
    const states = decision === 'retry' ? (['failed'] as const) : (['conflict', 'failed'] as const)
    const reason = `${ctx.actor.name} kept the value of the other system.`
    const [updated] = await tx.db
      .update(connectionWrites)
      .set(
        decision === 'theirs'
          ? { status: 'dropped', reason, result, finishedAt: at }
          : { status: 'waiting', attempts: 0, nextAttemptAt: at, finishedAt: null, result },
      )
      .where(and(eq(connectionWrites.id, writeId), inArray(connectionWrites.status, [...states])))
      .returning({ status: connectionWrites.status })
    if (!updated) throw new AppError('conflict', `The write is ${write.status}; there is nothing to decide.`)
    if (decision !== 'theirs') {
      await tx.db.update(connections).set({ nextRunAt: at }).where(eq(connections.id, connectionId))
    }
    const changes = listDifferences({ [write.key]: write.status }, { [write.key]: `${updated.status} (${decision})` })
    await recordEvent(tx, connectionActions.write_decided, connectionId, changes)
  })
}

/** Accepts the remote versions that a person has seen: only these may be overwritten from now on. */
function acceptTheirs({ fields = [], sentAt: _, ...result }: WriteResult): WriteResult {
  const acceptedTexts = Object.fromEntries(fields.map(({ field, theirs }) => [field, [theirs]]))
  return { ...result, fields, known: { ...result.known, ...acceptedTexts } }
}
