import { eq } from 'drizzle-orm'
import { improvementActions } from '#lib/actions/improvement-actions.ts'
import type { settleImprovementLook as contract } from '#lib/contracts/app/improvements.ts'
import type { BodyOf } from '#lib/contracts/endpoint.ts'
import { listUnstatedClosers } from '#lib/domain/four-eyes/action-four-eyes.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { accounts } from '#server/schema/access.ts'
import { improvements } from '#server/schema/improvements.ts'
import { askToVerify } from './ask-to-verify.ts'
import { improvementColumns } from './columns.ts'
import { findPart, readWritesOf } from './parts-of-actions.ts'
import type { VersionedImprovement } from './queries.ts'

const unverified = { verifiedAt: null, verifiedBy: null, recheckOn: null }
const doneOnly = { status: 'done' as const, ...unverified }
const withoutEvidence = { evidence: null, doneAt: null, doneBy: null, ...unverified }

/**
 * Closes the recheck for which an incident reopened an action. After the same failure, the action stays in progress and
 * its evidence is cleared. After a different one, it is done or verified as before, but only done if the person who
 * verified it took part in it since, or if its text was rewritten. Throws `not_found`, and `conflict` when it needs no
 * recheck.
 */
export async function closeRecheck(
  ctx: Context,
  id: string,
  { is_same_failure: isSameFailure, note }: BodyOf<typeof contract>,
): Promise<VersionedImprovement> {
  return inTransaction(ctx, async (tx) => {
    const [before] = await tx.db
      .select(improvementColumns)
      .from(improvements)
      .where(eq(improvements.id, id))
      .for('update')
    if (!before) throw notFound('improvement', id)
    if (before.look_since === null) throw new AppError('conflict', 'This action needs no recheck.')
    const at = ctx.now.toISOString()
    const asBefore = (await isStillVerified(tx.db, before)) ? { status: 'verified' as const } : doneOnly
    const [after] = await tx.db
      .update(improvements)
      .set({
        ...(isSameFailure ? withoutEvidence : asBefore),
        recheckSince: null,
        recheckReason: null,
        recheckedAt: at,
        version: before.version + 1,
        updatedAt: at,
      })
      .where(eq(improvements.id, id))
      .returning(improvementColumns)
    if (!after) throw new Error('The recheck was not settled.')
    const { version, updated_at, ...fields } = after
    await recordEvent(tx, improvementActions.rechecked, id, {
      ...listDifferences(before, fields),
      look_note: { from: null, to: note },
    })
    // An import may add a done action without a name, which nobody is asked to verify.
    const isOwed = before.verified_at !== null || after.done_by !== null
    if (after.status === 'done' && isOwed) await askToVerify(tx, after)
    return after
  })
}

async function isStillVerified(tx: Transaction, action: VersionedImprovement): Promise<boolean> {
  const [verifier] = await tx
    .select()
    .from(accounts)
    .where(eq(accounts.email, action.verified_by ?? ''))
  if (!verifier || (await findPart(tx, action, verifier)) !== null) return false
  return listUnstatedClosers(await readWritesOf(tx, action.id)).length === 0
}
