export type TerminalStatus = 'succeeded' | 'failed' | 'canceled'

/** The facts that identify a deployment; each text may contain the number of a change. */
type DeploymentFacts = {
  /** The number of the change, if the sender has a field for it. */
  readonly change: string | null
  readonly title: string | null
  /** Branch or tag. */
  readonly ref: string | null
  readonly sha: string | null
  /** The page of the deployment. */
  readonly url: string | null
  /** Further text of the sender, such as its payload. */
  readonly text: string | null
}

/** An event about a deployment. Times are ISO 8601 in UTC. */
export type DeploymentEvent = {
  readonly kind: 'deployment'
  /** Identifies the deployment in all its events. */
  readonly remoteId: string
  /** Time of the event by the clock of the sender. Events may arrive late and in any order. */
  readonly at: string
  /** `waiting` does not affect the status of the deployment. */
  readonly status: 'waiting' | 'running' | TerminalStatus
  /** Start of the work, if the event has it. */
  readonly startedAt: string | null
  /** Time of the request: the start of the deployment until an event has the start of the work. */
  readonly createdAt: string | null
  readonly service: string
  readonly environment: string
  readonly isProduction: boolean
  readonly isRollback: boolean
  readonly facts: DeploymentFacts
}

/** The state of an alert at a time. */
export type AlertState = {
  /** Identifies the alert in all its events; another value when it fires again, if the sender distinguishes that. */
  readonly key: string
  readonly startedAt: string
  /** Null while it is firing. */
  readonly resolvedAt: string | null
  /** Time of this state by the clock of the sender; the latest state counts. */
  readonly at: string
}

/** 1 (critical) to 5 (planning). */
export type AlertLevel = 1 | 2 | 3 | 4 | 5

/** An event about a group of alerts, or about an incident of another system. */
export type AlertEvent = {
  readonly kind: 'alerts'
  /** Groups alerts that belong together: those that fire at the same time are one incident. */
  readonly groupKey: string
  readonly alerts: readonly AlertState[]
  readonly title: string
  readonly service: string | null
  /** Null when unknown. */
  readonly level: AlertLevel | null
}
