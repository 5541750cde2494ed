import type { Improvement, improvementStatuses } from '#lib/contracts/improvements.ts'

type Status = (typeof improvementStatuses)[number]

/** What a person is asked for when an action moves on. */
export type MoveInput = 'evidence' | 'recheck_on' | 'reason'

/**
 * Where an action can go from each status, and what each move asks for: done needs evidence, verified a day to look at it
 * again, and going back or giving up a reason. Source: product.md, improvement register.
 */
const moves: Readonly<Record<Status, Partial<Record<Status, readonly MoveInput[]>>>> = {
  open: { in_progress: [], done: ['evidence'], cancelled: ['reason'] },
  in_progress: { open: [], done: ['evidence'], cancelled: ['reason'] },
  done: { in_progress: ['reason'], verified: ['recheck_on'] },
  verified: { in_progress: ['reason'] },
  cancelled: { open: [] },
}

/** The statuses that an action can move to, in the order of its life. */
export const nextStatuses = (from: Status): Status[] => Object.keys(moves[from]) as Status[]

/** What the move asks for; null where there is no such move. */
export const inputsOfMove = (from: Status, to: Status): readonly MoveInput[] | null => moves[from][to] ?? null

/** Whether a person may verify an action: never its owner, never who said that it is done. */
export const mayVerify = ({ owner, done_by: doer }: Pick<Improvement, 'owner' | 'done_by'>, email: string): boolean =>
  owner.toLowerCase() !== email.toLowerCase() && doer?.toLowerCase() !== email.toLowerCase()

type MoveProblem = { readonly field: 'status' | MoveInput; readonly issue: string }

const missing: Readonly<Record<MoveInput, string>> = {
  evidence: 'must say what shows that it is done',
  recheck_on: 'must be the day on which it is looked at again',
  reason: 'must say why',
}

/** Why a person cannot move the action so, field by field; empty when nothing stands in the way. */
export function problemsOfMove(
  before: Pick<Improvement, 'status' | 'owner' | 'done_by'>,
  to: Status,
  given: Readonly<Record<MoveInput, string | null>>,
  { email, today }: { email: string; today: string },
): MoveProblem[] {
  if (before.status === to) return []
  const inputs = inputsOfMove(before.status, to)
  if (inputs === null) {
    const possible = nextStatuses(before.status).join(' or ')
    return [{ field: 'status', issue: `cannot go from ${before.status} to ${to}; it can go to ${possible}` }]
  }
  const problems: MoveProblem[] = inputs
    .filter((input) => (given[input] ?? '').trim() === '')
    .map((input) => ({ field: input, issue: missing[input] }))
  if (to === 'verified' && !mayVerify(before, email)) {
    problems.push({ field: 'status', issue: 'must be verified by someone other than its owner and who did it' })
  }
  if (to === 'verified' && given.recheck_on !== null && given.recheck_on <= today) {
    problems.push({ field: 'recheck_on', issue: 'must be a day to come' })
  }
  return problems
}
