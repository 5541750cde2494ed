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

type Owned = Pick<Improvement, 'owner'> & { readonly former_owners: readonly string[] }
type Done = Owned & Pick<Improvement, 'done_by'>

/** Whether a person may verify an action: nobody who owns or owned it, and not the one who said that it is done. */
export const mayVerify = ({ owner, former_owners, done_by: doer }: Done, email: string): boolean =>
  ![owner, ...former_owners, doer].some((other) => other?.toLowerCase() === email.toLowerCase())

/** The earlier owners of an action once it has another one: they stay unable to verify it. */
export const formerOwners = ({ owner, former_owners }: Owned, next: string): string[] =>
  next === owner ? [...former_owners] : [...new Set([...former_owners, owner])]

type MoveProblem = { readonly field: 'status' | MoveInput; readonly issue: string }

const missing: Readonly<Record<MoveInput, string>> = {
  evidence: 'must say what shows that it is done',
  recheck_on: 'must be the day on which it is looked at again',
  reason: 'must say why',
}

type Given = Readonly<Record<MoveInput, string | null>>

/** Why a person cannot move the action so, field by field; empty when nothing stands in the way. */
export function problemsOfMove(
  before: Done & Pick<Improvement, 'status'>,
  to: Status,
  given: Given,
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
    problems.push({ field: 'status', issue: 'must be verified by someone who neither did it nor owns or owned it' })
  }
  if (to === 'verified' && given.recheck_on !== null && given.recheck_on <= today) {
    problems.push({ field: 'recheck_on', issue: 'must be a day to come' })
  }
  return problems
}

/**
 * The same for a client with a token. It moves an action as its system of record does, but it is no person: done needs
 * evidence all the same, and it verifies nothing.
 */
export function problemsOfTokenMove(
  before: Pick<Improvement, 'status' | 'evidence'>,
  to: Status,
  given: Given,
): MoveProblem[] {
  if (before.status === to) return []
  if (to === 'verified') {
    return [{ field: 'status', issue: 'must be verified by a person who is signed in; a token can set done' }]
  }
  const evidence = given.evidence ?? before.evidence ?? ''
  return to === 'done' && evidence.trim() === '' ? [{ field: 'evidence', issue: missing.evidence }] : []
}
