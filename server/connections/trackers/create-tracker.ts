import { getTracker } from '#server/connections/all-kinds.ts'
import type { OpenConnection } from '#server/connections/connector.ts'
import type { Outgoing } from '#server/platform/outgoing/outgoing.ts'
import { createIssueKeys } from './issue-keys.ts'
import type { Tracker } from './tracker.ts'
import { createTrackerClient } from './tracker-client.ts'
import { toBearerHeader } from './tracker-definition.ts'

type TrackerSetup = {
  readonly outgoing: Outgoing
  readonly signal: AbortSignal
  /** The public URL of Hindsight, for links; null if it is not configured. */
  readonly publicUrl: string | null
}

export type TrackerConnection = Pick<OpenConnection, 'kind' | 'url' | 'options' | 'secrets'>

/** Creates the tracker of a connection. */
export function createTracker(connection: TrackerConnection, { publicUrl, ...clientOptions }: TrackerSetup): Tracker {
  const { kind, url, options, secrets } = connection
  if (url === null) throw new Error('A tracker needs an address.')
  const { label, keyFormat, signIn = toBearerHeader, headers, open } = getTracker(kind)
  const { secret = '' } = secrets
  const keys = createIssueKeys(keyFormat, url)
  const client = createTrackerClient({
    label,
    base: keys.apiBase,
    headers: { ...headers, ...signIn(secret, options) },
    ...clientOptions,
  })
  return { ...open({ client, keys, options, publicUrl }), label, keys }
}
