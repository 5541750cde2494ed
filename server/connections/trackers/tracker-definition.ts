import type { IssueKeys, KeyFormat } from './issue-keys.ts'
import type { IssueStatus } from './merge-status.ts'
import type { Tracker } from './tracker.ts'
import type { TrackerClient } from './tracker-client.ts'

/** The parts of a tracker. `options` come from the connection; each tracker reads them with its own schema. */
export type TrackerParts<Options = unknown> = {
  readonly client: TrackerClient
  readonly keys: IssueKeys
  readonly options: Options
  /** The address of Hindsight, for links; null if it is not configured. */
  readonly publicUrl: string | null
}

/** A tracker, without what follows from its definition. */
export type OpenedTracker = Omit<Tracker, 'label' | 'keys'>

/** A kind of tracker. */
export type TrackerDefinition = {
  /** The key of an issue, as an example. */
  readonly keyExample: string
  readonly keyFormat: KeyFormat
  /** The headers that sign a request in; the secret as a bearer token if omitted. */
  readonly signIn?: (secret: string, options: unknown) => Readonly<Record<string, string>>
  /** Other headers of each request. */
  readonly headers?: Readonly<Record<string, string>>
  readonly open: (parts: TrackerParts) => OpenedTracker
}

/** The header with a secret as a bearer token. */
export const asBearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

/** The meaning that a connection gives a remote status, by its name in any case. */
export function mappedStatus(statuses: Readonly<Record<string, IssueStatus>>, name: string): IssueStatus | undefined {
  const statusName = Object.keys(statuses).find((known) => known.toLowerCase() === name.toLowerCase())
  return statusName === undefined ? undefined : statuses[statusName]
}
