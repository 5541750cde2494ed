import { JiraOptions, RepositoryOptions } from '#lib/contracts/connection-options.ts'
import type { OpenConnection } from '#server/connections/connector.ts'
import { githubTracker } from '#server/connections/trackers/github/github-tracker.ts'
import { gitlabTracker } from '#server/connections/trackers/gitlab/gitlab-tracker.ts'
import { jiraTracker } from '#server/connections/trackers/jira/jira-tracker.ts'
import type { Outgoing } from '#server/platform/outgoing/outgoing.ts'
import { apiBase, type TrackerKind, trackerLabels } from './issue-keys.ts'
import type { Tracker } from './tracker.ts'
import { createTrackerClient } from './tracker-client.ts'

type Ways = {
  readonly outgoing: Outgoing
  readonly signal: AbortSignal
  /** The address of Hindsight, for links; null if it is not configured. */
  readonly publicUrl: string | null
}

export type TrackerConnection = Pick<OpenConnection, 'url' | 'options' | 'secrets'> & { readonly kind: TrackerKind }

/** The tracker of a connection. */
export function createTracker(connection: TrackerConnection, { publicUrl, ...ways }: Ways): Tracker {
  const { kind, url } = connection
  if (url === null) throw new Error('A tracker needs an address.')
  const client = createTrackerClient({
    label: trackerLabels[kind],
    base: apiBase(kind, url),
    headers: headersOf(connection),
    ...ways,
  })
  const parts = { client, url, publicUrl }
  if (kind === 'jira') return jiraTracker({ ...parts, options: JiraOptions.parse(connection.options) })
  const options = RepositoryOptions.parse(connection.options)
  return kind === 'github' ? githubTracker({ ...parts, options }) : gitlabTracker({ ...parts, options })
}

function headersOf({ kind, options, secrets: { secret = '' } }: TrackerConnection): Record<string, string> {
  const bearer = { authorization: `Bearer ${secret}` }
  if (kind === 'github') {
    return { ...bearer, accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' }
  }
  if (kind === 'gitlab') return bearer
  const { sign_in: signIn } = JiraOptions.parse(options)
  if (signIn.method === 'token') return bearer
  return { authorization: `Basic ${Buffer.from(`${signIn.user}:${secret}`).toString('base64')}` }
}
