import type { Improvement } from '#lib/contracts/improvements.ts'

/** The statuses that an issue can have, from the first to the last. */
export const issueStatuses = ['open', 'in_progress', 'done'] as const
export type IssueStatus = (typeof issueStatuses)[number]

const rank = (status: IssueStatus) => issueStatuses.indexOf(status)

/**
 * The status of an action in the words of a tracker; null if the tracker cannot express it. Verified and cancelled
 * actions are done, and where an issue is only open or closed, an action in progress is open.
 */
export function expressed(status: Improvement['status'], known: readonly IssueStatus[]): IssueStatus | null {
  const localStatus = status === 'verified' || status === 'cancelled' ? 'done' : status
  if (known.includes(localStatus)) return localStatus
  if (localStatus === 'done') return null
  return known.find((other) => other !== 'done') ?? null
}

export type Merged = {
  /** The status that both sides have afterwards. */
  readonly status: IssueStatus
  /** The side that has to change. */
  readonly write: 'local' | 'remote' | null
}

/**
 * Merges the status of an action and its issue with the one that both last had; null before the first merge.
 *
 * A side that alone has changed wins. When both have changed, the one further along wins: done over in progress over
 * open. A verified or cancelled action stays as it is, and its issue is closed again.
 */
export function mergeStatus(
  agreed: IssueStatus | null,
  local: Improvement['status'],
  remote: IssueStatus,
  known: readonly IssueStatus[],
): Merged {
  const localStatus = expressed(local, known)
  if (localStatus === null || localStatus === remote) return { status: remote, write: null }
  const writeRemote: Merged = { status: localStatus, write: 'remote' }
  const writeLocal: Merged = { status: remote, write: 'local' }
  if (local === 'verified' || local === 'cancelled') return writeRemote
  if (remote === agreed) return writeRemote
  if (localStatus === agreed) return writeLocal
  return rank(remote) > rank(localStatus) ? writeLocal : writeRemote
}

/** The status that an action gets when its issue has moved: work that was done and is not, is in progress. */
export function localStatus(
  remote: IssueStatus,
  before: Improvement['status'],
  known: readonly IssueStatus[],
): IssueStatus {
  return remote === 'open' && before === 'done' && !known.includes('in_progress') ? 'in_progress' : remote
}
