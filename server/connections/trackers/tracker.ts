import type { CheckStep } from '#lib/contracts/connection-values.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import type { IssueKeys, KeyFormat } from './issue-keys.ts'
import type { IssueStatus } from './merge-status.ts'
import type { TrackerClient } from './tracker-client.ts'

/** A person as a tracker names them. */
export type TrackerPerson = {
  /** An account ID, a login or a number, whichever its API uses. */
  readonly id: string
  readonly name: string
  /** The name with which they sign in; null in Jira, which has none. */
  readonly login: string | null
  /** Null if it is not shown. */
  readonly email: string | null
}

/** An issue as its tracker has it now. */
export type Issue = {
  /** The key, such as `OPS-12` or `owner/name#12`; it changes if the issue is moved to another project. */
  readonly key: string
  /** The page of the issue, for people. */
  readonly url: string
  readonly title: string
  /** YYYY-MM-DD; undefined if the tracker has no due dates. */
  readonly dueOn: string | null | undefined
  /** The name of its remote status. */
  readonly statusName: string
  readonly status: IssueStatus
  /** The person who closed it; null if unknown. */
  readonly closedBy: TrackerPerson | null
  /** The time of its last write, in the format of the tracker. */
  readonly updatedAt: string
  /** Fields of the last write that the tracker did not accept, in the words of a reader. */
  readonly refused?: readonly string[]
}

/** An issue that was just created; it is read later, so that its key is stored first. */
export type CreatedIssue = Pick<Issue, 'key' | 'url' | 'refused'>

/** The fields of an action that are written to its issue. */
export const trackedFields = ['title', 'description', 'target_date', 'owner'] as const
export type WrittenField = (typeof trackedFields)[number]

export type TrackedAction = Pick<Improvement, WrittenField | 'id' | 'source_ref' | 'status'>

export type IssueChange = {
  /** The fields to write, with the values of the action. */
  readonly fields: readonly WrittenField[]
  readonly status: IssueStatus | null
}

type ChangedIssues = {
  readonly issues: readonly Pick<Issue, 'key' | 'updatedAt'>[]
  /** The time of the tracker's clock up to which all changes are included. */
  readonly until: Date
}

/** The operations on issues, the same for every tracker. */
export type Tracker = {
  /** Its name for a reader, such as `Jira`. */
  readonly label: string
  readonly keys: IssueKeys
  /** The statuses that it can express. */
  readonly statuses: readonly IssueStatus[]
  /** Finds an issue by its key; null if it does not exist or may not be read. */
  find(key: string): Promise<Issue | null>
  /** Creates the issue of an action and marks it with the identifier of the action. */
  create(action: TrackedAction): Promise<CreatedIssue>
  /** Finds the issue that an earlier attempt created for an action since a time; null if there is none. */
  findCreated(actionId: string, since: Date): Promise<CreatedIssue | null>
  /** Completes a person that an issue names with the name and e-mail of their profile. */
  findPerson(person: TrackerPerson): Promise<TrackerPerson>
  /** Writes to an issue and returns it as it is afterwards. */
  update(issue: Issue, action: TrackedAction, change: IssueChange): Promise<Issue>
  /** Lists the issues of a project that changed since a time. */
  changedSince(project: string, since: Date): Promise<ChangedIssues>
  /** Checks each ability of the tracker. Writes nothing. */
  check(): Promise<CheckStep[]>
}

/** The parameters for opening a tracker; each tracker parses the `options` of the connection with its own schema. */
export type TrackerParts<Options = unknown> = {
  readonly client: TrackerClient
  readonly keys: IssueKeys
  readonly options: Options
  /** The public URL of Hindsight, for links; null if it is not configured. */
  readonly publicUrl: string | null
}

/** A tracker without the properties that follow from its definition. */
export type OpenedTracker = Omit<Tracker, 'label' | 'keys'>

/** A kind of tracker. */
export type TrackerDefinition = {
  /** An example of an issue key. */
  readonly keyExample: string
  readonly keyFormat: KeyFormat
  /** The headers that sign a request in; the secret as a bearer token if omitted. */
  readonly signIn?: (secret: string, options: unknown) => Readonly<Record<string, string>>
  /** Other headers of each request. */
  readonly headers?: Readonly<Record<string, string>>
  readonly open: (parts: TrackerParts) => OpenedTracker
}

/** Returns the header with a secret as a bearer token. */
export const toBearerHeader = (secret: string) => ({ authorization: `Bearer ${secret}` })

/** Finds the meaning of a remote status in the connection's map, by name in any case. */
export function findMappedStatus(
  statuses: Readonly<Record<string, IssueStatus>>,
  name: string,
): IssueStatus | undefined {
  const statusName = Object.keys(statuses).find((known) => known.toLowerCase() === name.toLowerCase())
  return statusName === undefined ? undefined : statuses[statusName]
}
