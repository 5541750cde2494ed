import type { Improvement } from '#lib/contracts/improvements.ts'

/** The statuses of an issue, in order of progress. */
export const issueStatuses = ['open', 'in_progress', 'done'] as const
export type IssueStatus = (typeof issueStatuses)[number]

export const issueStatusLabels: Readonly<Record<IssueStatus, string>> = {
  open: 'open',
  in_progress: 'in progress',
  done: 'done',
}

const rank = (status: IssueStatus) => issueStatuses.indexOf(status)

/**
 * Maps the status of an action to one that the tracker knows; null if there is none. Verified and cancelled actions
 * count as done; if an issue is only open or closed, an action in progress counts as open.
 */
export function toTrackerStatus(status: Improvement['status'], available: readonly IssueStatus[]): IssueStatus | null {
  const localStatus = status === 'verified' || status === 'cancelled' ? 'done' : status
  if (available.includes(localStatus)) return localStatus
  if (localStatus === 'done') return null
  return available.find((other) => other !== 'done') ?? null
}

export type MergeResult = {
  /** The status that both sides have afterwards. */
  readonly status: IssueStatus
  /** The side that has to change; null if none has to. */
  readonly write: 'local' | 'remote' | null
}

/**
 * Merges the status of an action and its issue with the one that both last had, which is null before the first merge.
 *
 * If only one side has changed, it wins. If both have changed, the one further along wins: done over in progress over
 * open. A verified or cancelled action stays as it is, and its issue is closed again.
 */
export function mergeStatus(
  agreed: IssueStatus | null,
  local: Improvement['status'],
  remote: IssueStatus,
  available: readonly IssueStatus[],
): MergeResult {
  const localStatus = toTrackerStatus(local, available)
  if (localStatus === null || localStatus === remote) return { status: remote, write: null }
  const writeRemote: MergeResult = { status: localStatus, write: 'remote' }
  const writeLocal: MergeResult = { status: remote, write: 'local' }
  if (local === 'verified' || local === 'cancelled') return writeRemote
  if (remote === agreed) return writeRemote
  if (localStatus === agreed) return writeLocal
  return rank(remote) > rank(localStatus) ? writeLocal : writeRemote
}

/** Returns the new status of an action whose issue has moved; in progress if it was reopened where that is open. */
export function toLocalStatus(
  remote: IssueStatus,
  before: Improvement['status'],
  available: readonly IssueStatus[],
): IssueStatus {
  return remote === 'open' && before === 'done' && !available.includes('in_progress') ? 'in_progress' : remote
}
