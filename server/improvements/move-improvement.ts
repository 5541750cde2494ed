import type { Improvement } from '#lib/contracts/improvements.ts'
import {
  findMoveProblems,
  findTokenMoveProblems,
  type MoveInput,
  type VerifierObjections,
} from '#lib/domain/improvements/improvement-status.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Context, getToday } from '#server/platform/runtime/context.ts'

type MoveValues = Readonly<Record<MoveInput, string | null>>

type MovedBy = {
  /** E-mail address of the person for whom another system sets the action to done. */
  readonly doneBy?: string | undefined
  /** Objections in the history to the actor as its verifier. */
  readonly against?: VerifierObjections | undefined
}

const noObjections: VerifierObjections = { part: null, closer: null }

/** Values that clear the evidence and the verification. */
const withoutEvidence = {
  evidence: null,
  done_at: null,
  done_by: null,
  verified_at: null,
  verified_by: null,
  recheck_on: null,
}

/**
 * Moves an action to another status and sets its dependent fields: who did or verified it and when, its evidence, the
 * date of the next check. Throws `conflict` naming what prevents the transition.
 */
export function moveImprovement<Moved extends Improvement>(
  ctx: Context,
  before: Moved,
  to: Improvement['status'],
  values: MoveValues,
  { doneBy, against = noObjections }: MovedBy = {},
): Moved {
  if (before.status === to) return correctFields(before, values)
  assertMove(ctx, before, to, values, against)
  const actor = getActorName(ctx)
  const at = ctx.now.toISOString()
  const withoutRecheck = { look_since: null, look_reason: null }
  if (to === 'done') {
    const evidence = values.evidence ?? before.evidence
    return {
      ...before,
      ...withoutRecheck,
      ...withoutEvidence,
      status: to,
      evidence,
      done_at: at,
      done_by: doneBy ?? actor,
    }
  }
  if (to === 'verified') {
    return {
      ...before,
      ...withoutRecheck,
      status: to,
      verified_at: at,
      verified_by: actor,
      recheck_on: values.recheck_on,
    }
  }
  return { ...before, ...withoutRecheck, ...withoutEvidence, status: to }
}

/**
 * Resets a verified action to done if its title, description or evidence changes, so that it waits for verification
 * again. An action that an incident reopened stays in progress, and its recheck does not verify it.
 */
export function resetVerification<Moved extends Improvement>(before: Moved, after: Moved): Moved {
  const isSame = (['title', 'description', 'evidence'] as const).every((field) => before[field] === after[field])
  const isRechecked = before.look_since !== null && before.verified_at !== null
  if ((before.status !== 'verified' && !isRechecked) || after.status !== before.status || isSame) return after
  return {
    ...after,
    status: isRechecked ? before.status : 'done',
    // Imported actions may lack these, and without them nobody is asked to verify the action.
    done_at: after.done_at ?? after.verified_at,
    done_by: after.done_by ?? after.owner,
    verified_at: null,
    verified_by: null,
    recheck_on: null,
  }
}

const getActorName = ({ actor }: Context) => (actor.kind === 'account' ? actor.email : actor.name)

/** Corrects the evidence and the date of the next check, which is allowed later. */
function correctFields<Moved extends Improvement>(before: Moved, values: MoveValues): Moved {
  const isDone = before.status === 'done' || before.status === 'verified'
  return {
    ...before,
    evidence: isDone ? (values.evidence ?? before.evidence) : before.evidence,
    recheck_on: before.status === 'verified' ? (values.recheck_on ?? before.recheck_on) : before.recheck_on,
  }
}

function assertMove(
  ctx: Context,
  before: Improvement,
  to: Improvement['status'],
  values: MoveValues,
  against: VerifierObjections,
): void {
  const today = getToday(ctx)
  const problems =
    ctx.actor.kind === 'account'
      ? findMoveProblems(before, to, values, { ...against, today })
      : findTokenMoveProblems(before, to, values)
  if (problems.length === 0) return
  const details = problems.map((problem) => ({ ...problem, in: 'body' as const }))
  const reasons = problems.map(({ field, issue }) => `${field} ${issue}`).join('; ')
  throw new AppError('conflict', `The action cannot be moved to ${to}: ${reasons}.`, { details })
}
