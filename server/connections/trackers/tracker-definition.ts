import type { IssueKeys, KeyFormat } from './issue-keys.ts'
import type { IssueStatus } from './merge-status.ts'
import type { Tracker } from './tracker.ts'
import type { TrackerClient } from './tracker-client.ts'

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
