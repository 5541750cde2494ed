import { serviceNow } from '#server/connections/servicenow/connector.ts'
import { trackerConnectors } from '#server/connections/trackers/tracker-connector.ts'
import type { Connectors } from './connections/run-connections.ts'

/** Connectors that check, read and write each kind of system that Hindsight calls. */
export const allConnectors: Connectors = {
  servicenow: serviceNow,
  ...trackerConnectors,
}
