import { serviceNow } from '#server/connections/servicenow/connector.ts'
import { trackerConnector } from '#server/connections/trackers/tracker-connector.ts'
import type { Connectors } from './connections/run-connections.ts'

/** How each kind of system that Hindsight calls is checked, read and written; a new one adds its line here. */
export const allConnectors: Connectors = {
  servicenow: serviceNow,
  jira: trackerConnector,
  github: trackerConnector,
  gitlab: trackerConnector,
}
