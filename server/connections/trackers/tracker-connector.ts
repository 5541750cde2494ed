import { isTrackerKind, type TrackerKind, trackerKinds } from '#lib/contracts/connectors/all-connectors.ts'
import type { Connector } from '#server/connections/connector.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { createTracker } from './create-tracker.ts'
import { runTracker } from './run-tracker.ts'

const trackerConnector: Connector = {
  async check({ outgoing, signal }, connection) {
    const { kind } = connection
    if (!isTrackerKind(kind)) throw new Error(`${kind} is not a tracker.`)
    const { public_url: publicUrl } = getSettings()
    return createTracker({ ...connection, kind }, { outgoing, signal, publicUrl }).check()
  },
  run: runTracker,
}

/** Trackers are all checked and run in the same way. */
export const trackerConnectors = Object.fromEntries(trackerKinds.map((kind) => [kind, trackerConnector])) as Readonly<
  Record<TrackerKind, Connector>
>
