import { prometheusConnector } from './connections/prometheus/prometheus.ts'
import type { Connectors } from './connections/run-connections.ts'
import { serviceNowConnector } from './connections/servicenow/connector.ts'
import { trackerConnectors } from './connections/trackers/run-tracker.ts'

/** Connectors that check, read and write each kind of system that Hindsight calls. */
export const allConnectors: Connectors = {
  servicenow: serviceNowConnector,
  prometheus: prometheusConnector,
  ...trackerConnectors,
}
