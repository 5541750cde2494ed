import type { JiraOptions, RepositoryOptions } from '#lib/contracts/connection-options.ts'
import type { IssueStatus } from './merge-status.ts'
import type { TrackerClient } from './tracker-client.ts'

/** What each tracker is made of. */
export type TrackerParts<Options = JiraOptions | RepositoryOptions> = {
  readonly client: TrackerClient
  /** The address of the connection. */
  readonly url: string
  readonly options: Options
  /** The address of Hindsight, for links; null if it is not configured. */
  readonly publicUrl: string | null
}

/** The mapped status of a status there, by its name in any case. */
export function mappedStatus(statuses: Readonly<Record<string, IssueStatus>>, name: string): IssueStatus | undefined {
  const found = Object.keys(statuses).find((known) => known.toLowerCase() === name.toLowerCase())
  return found === undefined ? undefined : statuses[found]
}
