import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { issueLinks } from '#server/schema/connections.ts'
import { toIssueTitle } from './issue-keys.ts'
import { type IssueStatus, issueStatuses, mergeStatus, toLocalStatus, toTrackerStatus } from './merge-status.ts'
import {
  type Issue,
  type IssueChange,
  type TrackedAction,
  type Tracker,
  trackedFields,
  type WrittenField,
} from './tracker.ts'

const status = z.enum(issueStatuses)

/** The state of a linked issue: the column `state` of `issue_links`. */
export const LinkState = z.object({
  /** True if the issue was created from the action, so that its text belongs to Hindsight. */
  is_created: z.boolean().default(false),
  /** The time of the last attempt to create it, which may have succeeded although no response came. */
  attempted_at: z.string().nullable().default(null),
  /** The time of the first attempt to create it, from which a search must begin. */
  first_attempted_at: z.string().nullable().default(null),
  /** The status that both sides last had; null before the first synchronisation. */
  agreed: status.nullable().default(null),
  /** True while an issue that was closed when it was linked stays closed: it does not set the action to done. */
  was_closed: z.boolean().default(false),
  /** Hashes of the values of the action that were last written; empty while a write has no response. */
  written: z.partialRecord(z.enum(trackedFields), z.string()).default({}),
  /** The issue as it was after the last synchronisation, so that Hindsight ignores its own writes. */
  seen: z
    .object({ status_name: z.string(), title: z.string(), due_on: z.string().nullable(), updated_at: z.string() })
    .nullable()
    .default(null),
  /** The version of the action at the last synchronisation. */
  version: z.int().nullable().default(null),
  /** Fields that the tracker did not accept. */
  refused: z.array(z.string()).default([]),
  /** Attempts that failed since the last successful one. */
  failures: z.int().default(0),
})
export type LinkState = z.infer<typeof LinkState>

/** A linked issue, whose key is empty until the issue has been created. */
export type LinkRow = Pick<typeof issueLinks.$inferSelect, 'improvementId' | 'connectionId' | 'issueKey' | 'status'> & {
  readonly state: LinkState
}

export const isLink = ({ improvementId, connectionId }: Pick<LinkRow, 'improvementId' | 'connectionId'>) =>
  and(eq(issueLinks.improvementId, improvementId), eq(issueLinks.connectionId, connectionId))

type VersionedAction = TrackedAction & { readonly version: number }

/** Reads and moves local actions. */
export type LocalActions = {
  find(id: string): Promise<VersionedAction | null>
  /** Sets an action to the status of its issue; null, and nothing changes, if the action has another version by now. */
  move(action: VersionedAction, to: IssueStatus, issue: Issue): Promise<VersionedAction | null>
}

export type SyncResult = {
  /** Null if the issue does not exist any more. */
  readonly issue: Issue | null
  readonly state: LinkState
  readonly localWrites: number
  readonly remoteWrites: number
}

/** Maximum rounds until both sides are equal; several are needed only while people edit at the same time. */
const maxRounds = 4

/**
 * Synchronises an action and its issue: the status by a three-way merge, the other fields from the action to the issue.
 * Both sides are read before each write, so it can be interrupted at any point and run again. Returns null if the
 * action is gone.
 */
export async function syncIssue(
  actions: LocalActions,
  tracker: Tracker,
  link: { readonly improvementId: string; readonly issueKey: string; readonly state: LinkState },
  /** Stores the state before a write, as no response may come to show the content of the issue. */
  storeState: (state: LinkState) => Promise<void>,
): Promise<SyncResult | null> {
  const { statuses } = tracker
  let { state } = link
  let localWrites = 0
  let remoteWrites = 0
  for (let round = 0; ; round++) {
    const action = await actions.find(link.improvementId)
    if (!action) return null
    const issue = await tracker.find(link.issueKey)
    if (!issue) return { issue, state, localWrites, remoteWrites }
    // An issue that was closed before it was linked keeps its own status.
    const wasClosed = isClosedSinceBefore(state, issue) && toTrackerStatus(action.status, statuses) !== 'done'
    const { status, write } = wasClosed
      ? { status: issue.status, write: null }
      : mergeStatus(state.agreed, action.status, issue.status, statuses)
    if (write === 'local') {
      const to = toLocalStatus(status, action.status, statuses)
      const closedBy = to === 'done' && issue.closedBy ? await tracker.findPerson(issue.closedBy) : null
      if (await actions.move(action, to, { ...issue, closedBy })) {
        localWrites += 1
        state = { ...state, agreed: status }
      }
      if (round === maxRounds) return { issue, state, localWrites, remoteWrites }
      continue
    }
    const change: IssueChange = {
      fields: listFieldsToWrite(action, issue, state),
      status: write === 'remote' ? status : null,
    }
    const isWritten = change.fields.length > 0 || change.status !== null
    if (change.fields.length > 0) await storeState(clearWritten(state, change.fields))
    const after = isWritten ? await tracker.update(issue, action, change) : issue
    state = {
      ...state,
      agreed: wasClosed ? null : status,
      was_closed: wasClosed,
      written: hashFields(action),
      seen: toSeenState(after),
      version: action.version,
      refused: isWritten ? [...(after.refused ?? [])] : state.refused,
      failures: 0,
    }
    if (isWritten) remoteWrites += 1
    // Somebody may have moved the issue in the meantime.
    if (!isWritten || after.status === status || round === maxRounds)
      return { issue: after, state, localWrites, remoteWrites }
  }
}

/** Clears the hashes of fields before they are written: without a response, their values in the issue are unknown. */
const clearWritten = (state: LinkState, fields: readonly WrittenField[]): LinkState => ({
  ...state,
  written: { ...state.written, ...Object.fromEntries(fields.map((field) => [field, ''])) },
})

/** True if an issue was closed before it was linked and not reopened since; it is then no evidence about the action. */
const isClosedSinceBefore = ({ agreed, is_created: isCreated, was_closed: wasClosed }: LinkState, issue: Issue) =>
  issue.status === 'done' && (wasClosed || (agreed === null && !isCreated))

export const toSeenState = (issue: Issue): NonNullable<LinkState['seen']> => ({
  status_name: issue.statusName,
  title: issue.title,
  due_on: issue.dueOn ?? null,
  updated_at: issue.updatedAt,
})

const hashText = (value: string | null) =>
  createHash('sha256')
    .update(value ?? '\0')
    .digest('base64url')
    .slice(0, 22)

/** Hashes the values of an action, as stored in `written` of a link. */
export const hashFields = (action: Pick<Improvement, WrittenField>): LinkState['written'] =>
  Object.fromEntries(trackedFields.map((field) => [field, hashText(action[field])]))

/**
 * Lists the fields of the action that changed since they were last written. If the issue was created from the action,
 * title and due date that somebody changed in the tracker are restored too. The text of an issue that was only linked
 * is never changed.
 */
function listFieldsToWrite(action: TrackedAction, issue: Issue, { is_created: isCreated, written, seen }: LinkState) {
  const current = hashFields(action)
  return trackedFields.filter((field) => {
    if (field === 'description' && !isCreated) return false
    const hasChanged = written[field] !== undefined && written[field] !== current[field]
    return hasChanged || (isCreated && seen !== null && isRemotelyChanged(field, action, issue, seen))
  })
}

function isRemotelyChanged(
  field: WrittenField,
  action: TrackedAction,
  issue: Issue,
  seen: NonNullable<LinkState['seen']>,
) {
  // A tracker may normalise a title, so the title that it returned after the write counts as equal too.
  if (field === 'title') return issue.title !== seen.title && issue.title !== toIssueTitle(action)
  const { dueOn } = issue
  return field === 'target_date' && dueOn !== undefined && dueOn !== seen.due_on && dueOn !== action.target_date
}
