import type { Improvement } from '#lib/contracts/improvements.ts'
import { type MoveInput, problemsOfMove, problemsOfTokenMove } from '#lib/domain/improvement-status.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'

type Given = Readonly<Record<MoveInput, string | null>>

/** Clears the evidence and the verification. */
const nothingShown = {
  evidence: null,
  done_at: null,
  done_by: null,
  verified_at: null,
  verified_by: null,
  recheck_on: null,
}

/**
 * Moves an action to another status and sets what belongs to it: who did or verified it and when, its evidence, the date
 * of the next look. Throws `conflict` naming what prevents the transition.
 */
export function moveImprovement<Moved extends Improvement>(
  ctx: Context,
  before: Moved,
  to: Improvement['status'],
  given: Given,
): Moved {
  if (before.status === to) return amended(before, given)
  assertMove(ctx, before, to, given)
  const actor = ctx.actor.kind === 'account' ? ctx.actor.email : ctx.actor.name
  const at = ctx.now.toISOString()
  const looked = { look_since: null, look_reason: null }
  if (to === 'done') {
    const evidence = given.evidence ?? before.evidence
    return { ...before, ...looked, ...nothingShown, status: to, evidence, done_at: at, done_by: actor }
  }
  if (to === 'verified') {
    return { ...before, ...looked, status: to, verified_at: at, verified_by: actor, recheck_on: given.recheck_on }
  }
  return { ...before, ...looked, ...nothingShown, status: to }
}

/** Evidence and the date of the next look can be corrected later. */
function amended<Moved extends Improvement>(before: Moved, given: Given): Moved {
  const isDone = before.status === 'done' || before.status === 'verified'
  return {
    ...before,
    evidence: isDone ? (given.evidence ?? before.evidence) : before.evidence,
    recheck_on: before.status === 'verified' ? (given.recheck_on ?? before.recheck_on) : before.recheck_on,
  }
}

function assertMove(ctx: Context, before: Improvement, to: Improvement['status'], given: Given): void {
  const today = ctx.now.toISOString().slice(0, 10)
  const problems =
    ctx.actor.kind === 'account'
      ? problemsOfMove(before, to, given, { email: ctx.actor.email, today })
      : problemsOfTokenMove(before, to, given)
  if (problems.length === 0) return
  const details = problems.map((problem) => ({ ...problem, in: 'body' as const }))
  const reasons = problems.map(({ field, issue }) => `${field} ${issue}`).join('; ')
  throw new AppError('conflict', `The action cannot be moved to ${to}: ${reasons}.`, { details })
}
