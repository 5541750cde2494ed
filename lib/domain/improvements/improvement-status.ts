import type { Improvement, improvementStatuses } from '#lib/contracts/improvements.ts'
import { isSameEmail } from '#lib/domain/four-eyes/same-person.ts'

type Status = (typeof improvementStatuses)[number]

/** An input that a change of status requires. */
export type MoveInput = 'evidence' | 'recheck_on' | 'reason'

/**
 * The allowed changes of status with their required inputs: evidence for done, a date for the next check for verified,
 * a reason for moving back and for cancelling.
 */
const moves: Readonly<Record<Status, Partial<Record<Status, readonly MoveInput[]>>>> = {
  open: { in_progress: [], done: ['evidence'], cancelled: ['reason'] },
  in_progress: { open: [], done: ['evidence'], cancelled: ['reason'] },
  done: { in_progress: ['reason'], verified: ['recheck_on'] },
  verified: { in_progress: ['reason'] },
  cancelled: { open: [] },
}

/** Lists the statuses that an action can move to. */
export const listNextStatuses = (from: Status): Status[] => Object.keys(moves[from]) as Status[]

/** The moves of an owner without the role reviewer: to start the action, to set it to done, and to undo that. */
const ownMoves: Readonly<Record<Status, readonly Status[]>> = {
  open: ['in_progress', 'done'],
  in_progress: ['done'],
  done: ['in_progress'],
  verified: [],
  cancelled: [],
}

/** The person who would move an action; `canWrite` if their role may edit every action. */
export type Mover = { readonly email: string; readonly canWrite: boolean }

/** Lists the statuses to which role and ownership let a person move an action. */
export function listMoves({ owner, status }: Pick<Improvement, 'owner' | 'status'>, mover: Mover): readonly Status[] {
  if (mover.canWrite) return listNextStatuses(status)
  // Compares the e-mail only: a person with the same name is not the owner.
  return isSameEmail(owner, mover.email) ? ownMoves[status] : []
}

/** Returns the reason why an edit needs the role reviewer; null if the person is the owner, who may make it. */
export function whyNotAsOwner(
  before: Pick<Improvement, 'owner' | 'status'>,
  { status = before.status, evidence: _evidence, reason: _reason, ...others }: Partial<Record<string, unknown>>,
  email: string,
): string | null {
  if (!isSameEmail(before.owner, email)) return 'This needs the role reviewer: the action is not yours.'
  const [field] = Object.keys(others)
  if (field !== undefined) return `The owner may write status and evidence; ${field} needs the role reviewer.`
  const moves = listMoves(before, { email, canWrite: false })
  const isPossible = status === before.status ? moves.length > 0 : moves.some((one) => one === status)
  return isPossible
    ? null
    : `An action that is ${before.status} is moved to ${status} by somebody with the role reviewer.`
}

/**
 * True if files of an action can be added and removed. They cannot once it is verified, because the verification relies
 * on them.
 */
export const mayChangeFiles = ({ status }: Pick<Improvement, 'status'>): boolean =>
  status !== 'verified' && status !== 'cancelled'

/** Returns the inputs that a move requires; null if it is not allowed. */
export const getMoveInputs = (from: Status, to: Status): readonly MoveInput[] | null => moves[from][to] ?? null

type OwnedAction = Pick<Improvement, 'owner'> & { readonly former_owners: readonly string[] }
type DoneAction = OwnedAction & Pick<Improvement, 'done_by'>

/**
 * True if a person may verify an action, as far as its record shows: its current and former owners and the person who
 * set it to done may not. `findPart` decides by the recorded parts.
 */
export const mayVerify = ({ owner, former_owners, done_by: doer }: DoneAction, email: string): boolean =>
  ![owner, ...former_owners, doer].some((other) => other !== null && isSameEmail(other, email))

/** Lists the former owners after a change of owner. */
export const listFormerOwners = ({ owner, former_owners }: OwnedAction, next: string): string[] =>
  next === owner ? [...former_owners] : [...new Set([...former_owners, owner])]

type MoveProblem = { readonly field: 'status' | 'closed_by' | MoveInput; readonly issue: string }

const missing: Readonly<Record<MoveInput, string>> = {
  evidence: 'must describe what shows that it is done',
  recheck_on: 'must be the date of the next check',
  reason: 'must say why',
}

type MoveInputs = Readonly<Record<MoveInput, string | null>>

/** The objections of recorded parts and the history against a verifier. */
export type VerifierObjections = {
  /** Their part in the action, from `findPart`. */
  readonly part: string | null
  /** The fault of their statement of who closed its issue. */
  readonly closer: string | null
}

/** Lists the problems of a change of status by field; empty if the person can make it. */
export function findMoveProblems(
  before: Pick<Improvement, 'status'>,
  to: Status,
  inputs: MoveInputs,
  { part, closer, today }: VerifierObjections & { readonly today: string },
): MoveProblem[] {
  if (before.status === to) return []
  const required = getMoveInputs(before.status, to)
  if (required === null) {
    const possible = listNextStatuses(before.status).join(' or ')
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

/**
 * Lists the problems of a change of status by a token. A token can make any move except to verify, which needs a
 * person; done needs evidence.
 */
export function findTokenMoveProblems(
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
