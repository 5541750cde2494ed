import { trackerKinds } from '#server/connections/all-kinds.ts'
import type { Connector } from '#server/connections/connector.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { createTracker } from './create-tracker.ts'
import { runTracker } from './run-tracker.ts'

const trackerConnector: Connector = {
  async check({ outgoing, signal }, connection) {
    const { public_url: publicUrl } = getSettings()
    return createTracker(connection, { outgoing, signal, publicUrl }).check()
  },
  run: runTracker,
}

/** The connectors of all trackers, which are checked and run in the same way. */
export const trackerConnectors = Object.fromEntries(trackerKinds.map((kind) => [kind, trackerConnector]))
