import { serviceNow } from '#server/connections/servicenow/connector.ts'
import { trackerConnectors } from '#server/connections/trackers/tracker-connector.ts'
import type { Connectors } from './connections/run-connections.ts'

/** How each kind of system that Hindsight calls is checked, read and written. */
export const allConnectors: Connectors = {
  servicenow: serviceNow,
  ...trackerConnectors,
}
