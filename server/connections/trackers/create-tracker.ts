import { getTracker } from '#server/connections/all-kinds.ts'
import type { OpenConnection } from '#server/connections/connector.ts'
import type { Outgoing } from '#server/platform/outgoing/outgoing.ts'
import { createIssueKeys } from './issue-keys.ts'
import type { Tracker } from './tracker.ts'
import { createTrackerClient } from './tracker-client.ts'
import { asBearer } from './tracker-definition.ts'

type Ways = {
  readonly outgoing: Outgoing
  readonly signal: AbortSignal
  /** The address of Hindsight, for links; null if it is not configured. */
  readonly publicUrl: string | null
}

export type TrackerConnection = Pick<OpenConnection, 'kind' | 'url' | 'options' | 'secrets'>

/** The tracker of a connection. */
export function createTracker(connection: TrackerConnection, { publicUrl, ...ways }: Ways): Tracker {
  const { kind, url, options, secrets } = connection
  if (url === null) throw new Error('A tracker needs an address.')
  const { label, keyFormat, signIn = asBearer, headers, open } = getTracker(kind)
  const { secret = '' } = secrets
  const keys = createIssueKeys(keyFormat, url)
  const client = createTrackerClient({
    label,
    base: keys.apiBase,
    headers: { ...headers, ...signIn(secret, options) },
    ...ways,
  })
  return { ...open({ client, keys, options, publicUrl }), label, keys }
}
