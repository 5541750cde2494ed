import type { Connectors } from './connections/run-connections.ts'
import { serviceNow } from './servicenow/connector.ts'
import { trackerConnector } from './trackers/tracker-connector.ts'

/** How each kind of system that Hindsight calls is checked, read and written; a new one adds its line here. */
export const allConnectors: Connectors = {
  servicenow: serviceNow,
  jira: trackerConnector,
  github: trackerConnector,
  gitlab: trackerConnector,
}
