import type { Improvement, improvementStatuses } from '#lib/contracts/improvements.ts'
import { isSameAddress } from '#lib/domain/four-eyes/same-person.ts'

type Status = (typeof improvementStatuses)[number]

/** An input that a change of status requires. */
export type MoveInput = 'evidence' | 'recheck_on' | 'reason'

/**
 * The allowed changes of status with their required inputs: evidence for done, a date for the next check for verified,
 * a reason for going back and for cancelling.
 */
const moves: Readonly<Record<Status, Partial<Record<Status, readonly MoveInput[]>>>> = {
  open: { in_progress: [], done: ['evidence'], cancelled: ['reason'] },
  in_progress: { open: [], done: ['evidence'], cancelled: ['reason'] },
  done: { in_progress: ['reason'], verified: ['recheck_on'] },
  verified: { in_progress: ['reason'] },
  cancelled: { open: [] },
}

/** The statuses that an action can move to. */
export const nextStatuses = (from: Status): Status[] => Object.keys(moves[from]) as Status[]

/** The moves of an owner without the role reviewer: to start it, to say that it is done, and to take that back. */
const ownMoves: Readonly<Record<Status, readonly Status[]>> = {
  open: ['in_progress', 'done'],
  in_progress: ['done'],
  done: ['in_progress'],
  verified: [],
  cancelled: [],
}

/** Who would move an action, and whether their role lets them edit every action. */
export type Mover = { readonly email: string; readonly canWrite: boolean }

/** The statuses to which role and ownership let a person move an action. */
export function listMoves({ owner, status }: Pick<Improvement, 'owner' | 'status'>, mover: Mover): readonly Status[] {
  if (mover.canWrite) return nextStatuses(status)
  // Only the address counts: somebody with the same name gets no right by it.
  return isSameAddress(owner, mover.email) ? ownMoves[status] : []
}

/** Why an edit needs the role reviewer although the action may be the person's; null when an owner may make it. */
export function whyNotAsOwner(
  before: Pick<Improvement, 'owner' | 'status'>,
  { status = before.status, evidence: _evidence, reason: _reason, ...others }: Partial<Record<string, unknown>>,
  email: string,
): string | null {
  if (!isSameAddress(before.owner, email)) return 'This needs the role reviewer: the action is not yours.'
  const [field] = Object.keys(others)
  if (field !== undefined) return `The owner may write status and evidence; ${field} needs the role reviewer.`
  const moves = listMoves(before, { email, canWrite: false })
  const isPossible = status === before.status ? moves.length > 0 : moves.some((one) => one === status)
  return isPossible
    ? null
    : `An action that is ${before.status} is moved to ${status} by somebody with the role reviewer.`
}

/** Whether files may be attached to an action and removed from it: what is verified rests on them. */
export const takesFiles = ({ status }: Pick<Improvement, 'status'>): boolean =>
  status !== 'verified' && status !== 'cancelled'

/** The inputs that a move requires; null when it is not allowed. */
export const inputsOfMove = (from: Status, to: Status): readonly MoveInput[] | null => moves[from][to] ?? null

type Owned = Pick<Improvement, 'owner'> & { readonly former_owners: readonly string[] }
type Done = Owned & Pick<Improvement, 'done_by'>

/**
 * Whether a person may verify an action, as far as its record shows; `partInAction` decides, by its history. Its current
 * and former owners and the person who set it to done may not.
 */
export const mayVerify = ({ owner, former_owners, done_by: doer }: Done, email: string): boolean =>
  ![owner, ...former_owners, doer].some((other) => other !== null && isSameAddress(other, email))

/** Former owners after a change of owner. */
export const formerOwners = ({ owner, former_owners }: Owned, next: string): string[] =>
  next === owner ? [...former_owners] : [...new Set([...former_owners, owner])]

type MoveProblem = { readonly field: 'status' | 'closed_by' | MoveInput; readonly issue: string }

const missing: Readonly<Record<MoveInput, string>> = {
  evidence: 'must describe what shows that it is done',
  recheck_on: 'must be the date of the next check',
  reason: 'must say why',
}

type MoveInputs = Readonly<Record<MoveInput, string | null>>

/** What the history says against a verifier. */
export type AgainstVerifier = {
  /** How they took part in the action, as `partInAction` says. */
  readonly part: string | null
  /** What is wrong with their statement of who closed its issue. */
  readonly closer: string | null
}

/** Why a person cannot change the status of an action, by field; empty when they can. */
export function problemsOfMove(
  before: Pick<Improvement, 'status'>,
  to: Status,
  inputs: MoveInputs,
  { part, closer, today }: AgainstVerifier & { readonly today: string },
): MoveProblem[] {
  if (before.status === to) return []
  const required = inputsOfMove(before.status, to)
  if (required === null) {
    const possible = nextStatuses(before.status).join(' or ')
    return [{ field: 'status', issue: `cannot go from ${before.status} to ${to}; it can go to ${possible}` }]
  }
  const problems: MoveProblem[] = required
    .filter((input) => (inputs[input] ?? '').trim() === '')
    .map((input) => ({ field: input, issue: missing[input] }))
  if (to === 'verified' && part !== null) {
    problems.push({ field: 'status', issue: `must be verified by somebody who took no part in it: ${part}` })
  }
  if (to === 'verified' && closer !== null) problems.push({ field: 'closed_by', issue: closer })
  if (to === 'verified' && inputs.recheck_on !== null && inputs.recheck_on <= today) {
    problems.push({ field: 'recheck_on', issue: 'must be a future date' })
  }
  return problems
}

/** What prevents a token from a move: it may make any except to verify, which takes a person; done needs evidence. */
export function problemsOfTokenMove(
  before: Pick<Improvement, 'status' | 'evidence'>,
  to: Status,
  inputs: MoveInputs,
): MoveProblem[] {
  if (before.status === to) return []
  if (to === 'verified') {
    return [{ field: 'status', issue: 'must be verified by a person who is signed in; a token can set done' }]
  }
  const evidence = inputs.evidence ?? before.evidence ?? ''
  return to === 'done' && evidence.trim() === '' ? [{ field: 'evidence', issue: missing.evidence }] : []
}
