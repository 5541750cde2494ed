import { eq } from 'drizzle-orm'
import { changeActions } from '#lib/actions/record-actions.ts'
import type { setLegalHold as setLegalHoldEndpoint } from '#lib/contracts/app/settings.ts'
import type { BodyOf } from '#lib/contracts/endpoint.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { changes } from '#server/schema/changes.ts'

/** Finds the reason for the legal hold of a change; null without a hold or for an unknown change. */
export async function findLegalHold({ db }: Context, number: string): Promise<string | null> {
  const [change] = await db.select({ reason: changes.heldBecause }).from(changes).where(eq(changes.number, number))
  return change?.reason ?? null
}

/** Puts a change on legal hold, or releases it. Throws `not_found`, and `conflict` if it already is. */
export async function setLegalHold(
  ctx: Context,
  number: string,
  { is_held: isHeld, reason }: BodyOf<typeof setLegalHoldEndpoint>,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const isThisChange = eq(changes.number, number)
    const [before] = await tx.db.select({ reason: changes.heldBecause }).from(changes).where(isThisChange).for('update')
    if (!before) throw notFound('change', number)
    if (isHeld === (before.reason !== null)) {
      throw new AppError('conflict', `${number} is ${isHeld ? 'already' : 'not'} on legal hold.`)
    }
    const heldBecause = isHeld ? reason : null
    await tx.db.update(changes).set({ heldBecause }).where(isThisChange)
    await recordEvent(tx, isHeld ? changeActions.held : changeActions.released, number, {
      held_because: { from: before.reason, to: heldBecause },
      ...(!isHeld && { released_because: { from: null, to: reason } }),
    })
  })
}
