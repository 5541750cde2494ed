import { and, eq, isNull } from 'drizzle-orm'
import { improvementActions, moveTo } from '#lib/actions/improvement-actions.ts'
import type { ImprovementEdit } from '#lib/contracts/app/improvements.ts'
import { hasRole } from '#lib/contracts/endpoint.ts'
import { listFormerOwners, whyNotAsOwner } from '#lib/domain/improvements/improvement-status.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { coverChanges, describeCover } from '#server/people/delegates.ts'
import { listDifferences, listRemovedFields, recordEvent } from '#server/platform/audit/record-event.ts'
import { assertVersion } from '#server/platform/db/precondition.ts'
import { recordValues } from '#server/platform/db/record-columns.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { applyPatch } from '#server/platform/patched.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { issueLinks } from '#server/schema/connections.ts'
import { improvements } from '#server/schema/improvements.ts'
import { attachments } from '#server/schema/reviews.ts'
import { queueImprovement } from '#server/sync/outbox.ts'
import { askToVerify, closeVerificationRequests } from './ask-to-verify.ts'
import { chooseOwner } from './choose-owner.ts'
import { improvementColumns } from './columns.ts'
import { moveImprovement, resetVerification } from './move-improvement.ts'
import { recordActionParts } from './parts-of-actions.ts'
import type { VersionedImprovement } from './queries.ts'
import { checkVerifier } from './verifiers.ts'

/**
 * The person who closed the issue of an action in a tracker: a known person by e-mail, anybody else by the tracker's
 * text.
 */
export type Closer =
  | { readonly email: string; readonly unknown?: undefined }
  | { readonly email?: undefined; readonly unknown: string }

/**
 * Updates an improvement; the change-management API accepts four of these fields. `closer` is the person for whom
 * another system sets it to done. Throws `not_found`, `conflict` naming what prevents the transition, `forbidden` for
 * fields that an owner without the role reviewer may not write, `precondition_failed` on an unexpected version, and
 * `invalid_parameter` for an owner who left.
 */
export async function updateImprovement(
  ctx: Context,
  id: string,
  patch: ImprovementEdit,
  expectedVersions?: readonly number[],
  closer?: Closer,
): Promise<VersionedImprovement> {
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .select({ before: improvementColumns, escalatedAt: improvements.escalatedAt })
      .from(improvements)
      .where(eq(improvements.id, id))
      .for('update')
    if (!row) throw notFound('improvement', id)
    const { before } = row
    assertMayEdit(tx, before, patch)
    assertVersion(before.version, expectedVersions)
    const { reason, evidence, recheck_on: recheckOn, closed_by: closedBy, status = before.status, ...details } = patch
    const isReassigned = details.owner !== undefined && details.owner !== before.owner
    const { owner, cover } = isReassigned
      ? await chooseOwner(tx, details.owner ?? '')
      : { owner: before.owner, cover: null }
    const former_owners = listFormerOwners(before, owner)
    const edited = { ...applyPatch(before, { ...details, owner }), former_owners }
    const moveValues = { evidence: evidence ?? null, recheck_on: recheckOn ?? null, reason: reason ?? null }
    const isVerification = status === 'verified' && before.status !== status
    const check = isVerification ? await checkVerifier(tx, edited, closedBy) : undefined
    const moved = moveImprovement(tx, edited, status, moveValues, { doneBy: closer?.email, against: check?.against })
    const values = resetVerification(before, moved)
    const { former_owners: _, ...recorded } = values
    const changed = listDifferences(before, recorded)
    if (Object.keys(changed).length === 0) return before
    // With a new target date, an action that becomes overdue again is escalated again.
    const escalatedAt = values.target_date === before.target_date ? row.escalatedAt : null
    const marks = { escalatedAt, version: before.version + 1, updatedAt: ctx.now.toISOString() }
    const [after] = await tx.db
      .update(improvements)
      .set({ ...recordValues(improvements, values), ...marks })
      .where(eq(improvements.id, id))
      .returning(improvementColumns)
    const stated = moveValues.reason === null ? {} : { reason: { from: null, to: moveValues.reason } }
    const escalation = listDifferences({ escalated_at: row.escalatedAt }, { escalated_at: escalatedAt })
    await recordEvent(tx, moveTo(before.status, values.status), id, {
      ...changed,
      ...escalation,
      ...stated,
      ...toCloserChanges(check?.stated ?? closer?.unknown),
      ...coverChanges(cover),
    })
    await recordActionParts(tx.db)
    if (values.owner !== before.owner) {
      await notifyAll(tx, improvementActions.update.notifies({ ...values, cover: cover && describeCover(cover) }))
    }
    await followMove(tx, before, values)
    return after ?? before
  })
}

/** Applies the consequences of a new status: starts or ends requests to verify, and writes to the connections. */
async function followMove(ctx: TxContext, before: VersionedImprovement, after: VersionedImprovement): Promise<void> {
  if (before.status === after.status) return
  if (before.status === 'cancelled') await queueImprovement(ctx, after)
  if (after.status === 'done') await askToVerify(ctx, after)
  if (before.status === 'done') await closeVerificationRequests(ctx, after.id)
}

function assertMayEdit({ actor }: Context, before: VersionedImprovement, patch: ImprovementEdit): void {
  if (actor.kind !== 'account' || hasRole(actor.role, 'reviewer')) return
  const reason = whyNotAsOwner(before, patch, actor.email)
  if (reason !== null) throw new AppError('forbidden', reason)
}

/**
 * Records the closer of the issue where the tracker names no e-mail address: its text, or the person whom a verifier
 * states.
 */
const toCloserChanges = (closedBy: string | null | undefined) =>
  closedBy === null || closedBy === undefined ? {} : { closed_by: { from: null, to: closedBy } }

/** Removes an improvement that is still open; the history keeps its fields. Throws `not_found` and `conflict`. */
export async function deleteImprovement(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [removed] = await tx.db
      .delete(improvements)
      .where(and(eq(improvements.id, id), eq(improvements.status, 'open')))
      .returning(improvementColumns)
    if (!removed) {
      const [current] = await tx.db
        .select({ status: improvements.status })
        .from(improvements)
        .where(eq(improvements.id, id))
      if (!current) throw notFound('improvement', id)
      throw new AppError('conflict', `Only an open improvement can be removed; this one is ${current.status}.`)
    }
    await tx.db.delete(issueLinks).where(eq(issueLinks.improvementId, id))
    await tx.db
      .update(attachments)
      .set({ removedAt: ctx.now.toISOString() })
      .where(and(eq(attachments.improvementId, id), isNull(attachments.removedAt)))
    const { version, created_at, updated_at, former_owners: _, ...fields } = removed
    await recordEvent(tx, improvementActions.delete, id, listRemovedFields(fields))
  })
}
