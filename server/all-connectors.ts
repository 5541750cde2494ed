import type { CalledKind } from '#lib/contracts/connectors/all-connectors.ts'
import { serviceNow } from '#server/connections/servicenow/connector.ts'
import { trackerConnectors } from '#server/connections/trackers/tracker-connector.ts'
import type { Connector } from './connections/connector.ts'

/** How each kind of system that Hindsight calls is checked, read and written. */
export const allConnectors: Readonly<Record<CalledKind, Connector>> = {
  servicenow: serviceNow,
  ...trackerConnectors,
}
