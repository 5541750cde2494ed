import { getTracker } from '#server/connections/all-kinds.ts'
import type { OpenConnection } from '#server/connections/connector.ts'
import { createIssueKeys } from './issue-keys.ts'
import type { Tracker } from './tracker.ts'
import { type ClientOptions, createTrackerClient } from './tracker-client.ts'
import { type TrackerParts, toBearerHeader } from './tracker-definition.ts'

type TrackerSetup = Pick<ClientOptions, 'outgoing' | 'signal'> & Pick<TrackerParts, 'publicUrl'>

/** Opens the tracker of a connection. */
export function openTracker(
  { kind, url, options, secrets: { secret = '' } }: Pick<OpenConnection, 'kind' | 'url' | 'options' | 'secrets'>,
  { publicUrl, ...clientOptions }: TrackerSetup,
): Tracker {
  if (url === null) throw new Error('A tracker needs an address.')
  const { label, keyFormat, signIn = toBearerHeader, headers, open } = getTracker(kind)
  const keys = createIssueKeys(keyFormat, url)
  const allHeaders = { ...headers, ...signIn(secret, options) }
  const client = createTrackerClient({ label, base: keys.apiBase, headers: allHeaders, ...clientOptions })
  return { ...open({ client, keys, options, publicUrl }), label, keys }
}
