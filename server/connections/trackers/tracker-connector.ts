import type { Connector } from '#server/connections/connector.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { createTracker } from './create-tracker.ts'
import { isTrackerKind } from './issue-keys.ts'
import { runTracker } from './run-tracker.ts'

/** Jira, GitHub and GitLab, where improvement actions are issues. */
export const trackerConnector: Connector = {
  async check({ outgoing, signal }, connection) {
    const { kind } = connection
    if (!isTrackerKind(kind)) throw new Error(`${kind} is not a tracker.`)
    const { public_url: publicUrl } = getSettings()
    return createTracker({ ...connection, kind }, { outgoing, signal, publicUrl }).check()
  },
  run: runTracker,
}
