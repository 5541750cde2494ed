import { improvementActions } from '#lib/actions/improvement-actions.ts'
import type { NewImprovement } from '#lib/contracts/improvements.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { coverChanges, describeCover } from '#server/people/delegates.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import { createPlaceholders, runPrepared } from '#server/platform/db/prepared.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { improvements } from '#server/schema/improvements.ts'
import { queueImprovement } from '#server/sync/outbox.ts'
import { chooseOwner } from './choose-owner.ts'
import { improvementColumns } from './columns.ts'
import { recordActionParts } from './parts-of-actions.ts'
import type { VersionedImprovement } from './queries.ts'

/**
 * Registers an improvement action, which starts as open, and notifies its owner. Throws `invalid_parameter` when a
 * person assigns it to somebody who left.
 */
export async function createImprovement(ctx: Context, input: NewImprovement): Promise<VersionedImprovement> {
  const at = ctx.now.toISOString()
  return inTransaction(ctx, async (tx) => {
    const { owner, cover } = await chooseOwner(tx, input.owner)
    const row = {
      id: newId('imp', ctx.now),
      title: input.title,
      description: input.description ?? null,
      sourceType: input.source_type,
      sourceRef: input.source_ref,
      owner,
      targetDate: input.target_date,
      category: input.category ?? null,
      priority: input.priority ?? null,
      status: 'open',
      origin: 'entry',
      createdAt: at,
      updatedAt: at,
    }
    const [created] = await runPrepared(tx.db, 'create improvement', row, (db) =>
      db.insert(improvements).values(createPlaceholders(improvements, row)).returning(improvementColumns),
    )
    if (!created) throw new Error('The improvement was not stored.')
    const { version, created_at, updated_at, former_owners, ...recorded } = created
    await recordEvent(tx, improvementActions.create, created.id, {
      ...listDifferences({}, recorded),
      ...coverChanges(cover),
    })
    await recordActionParts(tx.db)
    await queueImprovement(tx, created)
    await notifyAll(tx, improvementActions.create.notifies({ ...created, cover: cover && describeCover(cover) }))
    return created
  })
}
