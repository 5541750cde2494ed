import { and, eq } from 'drizzle-orm'
import type { ImprovementEdit } from '#lib/contracts/app/improvement-edits.ts'
import type { Improvement, NewImprovement } from '#lib/contracts/improvements.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { Context } from '#server/context.ts'
import { assertVersion } from '#server/db/precondition.ts'
import { improvements } from '#server/db/schema/improvements.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError, notFound } from '#server/errors.ts'
import { differences, recordEvent, removal } from '#server/history/commands.ts'
import { newId } from '#server/ids.ts'
import { notify } from '#server/notifications/notify.ts'
import { patched } from '#server/patched.ts'
import { improvementColumns } from './columns.ts'
import { moveImprovement } from './move-improvement.ts'
import type { VersionedImprovement } from './queries.ts'

/** Registers an improvement action; it starts as open. */
export async function createImprovement(ctx: Context, input: NewImprovement): Promise<VersionedImprovement> {
  return inTransaction(ctx.db, async (tx) => {
    const at = ctx.now.toISOString()
    const [created] = await tx
      .insert(improvements)
      .values({
        id: newId('imp', ctx.now),
        title: input.title,
        description: input.description ?? null,
        sourceType: input.source_type,
        sourceRef: input.source_ref,
        owner: input.owner,
        targetDate: input.target_date,
        category: input.category ?? null,
        priority: input.priority ?? null,
        status: 'open',
        origin: 'entry',
        createdAt: at,
        updatedAt: at,
      })
      .returning(improvementColumns)
    if (!created) throw new Error('The improvement was not stored.')
    const { version, created_at, updated_at, ...fields } = created
    const within = { ...ctx, db: tx }
    await recordEvent(within, 'create', 'improvement', created.id, differences({}, fields))
    await tellOwner(within, created)
    return created
  })
}

/**
 * Writes what may be written of an improvement; interface B lets a client write three of these fields. A person who
 * moves it to another status is held to the way of an action. Throws `not_found`, `conflict` with what stands in the way
 * of the move, and `precondition_failed` on an unexpected version.
 */
export async function updateImprovement(
  ctx: Context,
  id: string,
  patch: ImprovementEdit,
  expectedVersions?: readonly number[],
): Promise<VersionedImprovement> {
  return inTransaction(ctx.db, async (tx) => {
    const [before] = await tx.select(improvementColumns).from(improvements).where(eq(improvements.id, id)).for('update')
    if (!before) throw notFound('improvement', id)
    assertVersion(before.version, expectedVersions)
    const { reason, evidence, recheck_on: recheckOn, status = before.status, ...details } = patch
    const edited = patched(before, details)
    const given = { evidence: evidence ?? null, recheck_on: recheckOn ?? null, reason: reason ?? null }
    const values = moveImprovement(ctx, edited, status, given)
    const changed = differences(before, values)
    if (Object.keys(changed).length === 0) return before
    const [after] = await tx
      .update(improvements)
      .set({
        title: values.title,
        description: values.description,
        owner: values.owner,
        targetDate: values.target_date,
        category: values.category,
        priority: values.priority,
        status: values.status,
        evidence: values.evidence,
        doneAt: values.done_at,
        doneBy: values.done_by,
        verifiedAt: values.verified_at,
        verifiedBy: values.verified_by,
        recheckOn: values.recheck_on,
        lookSince: values.look_since,
        lookReason: values.look_reason,
        version: before.version + 1,
        updatedAt: ctx.now.toISOString(),
      })
      .where(eq(improvements.id, id))
      .returning(improvementColumns)
    const within = { ...ctx, db: tx }
    const kept = given.reason === null ? {} : { reason: { from: null, to: given.reason } }
    await recordEvent(within, 'update', 'improvement', id, { ...changed, ...kept })
    if (values.owner !== before.owner) await tellOwner(within, values)
    return after ?? before
  })
}

const tellOwner = (ctx: Context, { id, title, owner, target_date: due }: Improvement) =>
  notify(ctx, [owner], {
    kind: 'action_assigned',
    title: `You own: ${title}`,
    body: `The improvement action is due on ${due}.`,
    path: pagePaths.improvement(id),
  })

/** Removes an improvement that is still open; the history keeps its fields. Throws `not_found` and `conflict`. */
export async function deleteImprovement(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const [removed] = await tx
      .delete(improvements)
      .where(and(eq(improvements.id, id), eq(improvements.status, 'open')))
      .returning(improvementColumns)
    if (!removed) {
      const [kept] = await tx.select({ status: improvements.status }).from(improvements).where(eq(improvements.id, id))
      if (!kept) throw notFound('improvement', id)
      throw new AppError('conflict', `Only an open improvement can be removed; this one is ${kept.status}.`)
    }
    const { version, created_at, updated_at, ...fields } = removed
    await recordEvent({ ...ctx, db: tx }, 'delete', 'improvement', id, removal(fields))
  })
}
