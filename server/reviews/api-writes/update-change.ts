import type { ChangePatch } from '#lib/contracts/change-writes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getChange, type VersionedChange } from '#server/changes/queries.ts'
import { writePirFields } from '#server/changes/write-pir-fields.ts'
import { findNumber } from '#server/platform/db/find-record.ts'
import { assertVersion } from '#server/platform/db/precondition.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { lockChangeWithReview } from '#server/reviews/locked-review.ts'
import { findResponsible, recordParts } from '#server/reviews/parts.ts'
import { openRequiredReview } from '#server/reviews/policy/open-marked-review.ts'
import { changes } from '#server/schema/changes.ts'
import { followApiWrite } from './follow-api-write.ts'

/**
 * Writes the review fields of a change for a token and updates its review accordingly; null clears a value. A write
 * that changes nothing leaves version and history as they are. Throws `not_found`, `precondition_failed` when the
 * version is not an expected one, and `conflict` for a person, who must use the review instead.
 */
export async function updateChange(
  ctx: Context,
  named: string,
  patch: ChangePatch,
  expectedVersions?: readonly number[],
): Promise<VersionedChange> {
  if (ctx.actor.kind === 'account') throw await buildRefusal(ctx, named)
  const pirFields = { ...patch, pir_completed: patch.pir_completed === null ? false : patch.pir_completed }
  return inTransaction(ctx, async (tx) => {
    const number = (await findNumber(tx.db, changes.number, named)) ?? named
    const { row: review, change: before } = await lockChangeWithReview(tx.db, number)
    assertVersion(before.version, expectedVersions)
    const isCompletion = pirFields.pir_completed === true && review !== null && review.status !== 'completed'
    const needsReference = isCompletion && pirFields.pir_reference === undefined && before.pir_reference === null
    const after = await writePirFields(tx, before, {
      ...pirFields,
      ...(needsReference && { pir_reference: review.reference }),
    })
    const issuer = after === before ? null : await findResponsible(tx.db, ctx.actor.id)
    await recordParts(tx, [issuer === null ? null : { changeNumber: number, kind: 'issued_token', person: issuer }])
    const isMarked = review === null && after.pir_completed && !before.pir_completed
    const followed = isMarked ? await openRequiredReview(tx, after) : review
    if (followed) {
      await followApiWrite(tx, { review: followed, before, after, isCompletion: isMarked || isCompletion })
    }
    return after
  })
}

/** Builds the error for a person, who cannot write review fields here, with the page on which they can. */
async function buildRefusal(ctx: Context, number: string): Promise<AppError> {
  const change = await getChange(ctx, number)
  const path = pagePaths.review(change.number)
  const message = `The review fields of ${change.number} are written by its review: complete it at ${path}.`
  return new AppError('conflict', message)
}
