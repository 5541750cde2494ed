export type TerminalStatus = 'succeeded' | 'failed' | 'canceled'

/** What a deployment is known by; each text may hold the number of a change. */
type DeploymentFacts = {
  /** The number of the change, where the sender has a field for it. */
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

/** What an event says about a deployment. Times are ISO 8601 in UTC. */
export type DeploymentEvent = {
  readonly kind: 'deployment'
  /** Identifies the deployment in all its events. */
  readonly remoteId: string
  /** When it happened, by the clock of the sender: events may arrive late and in any order. */
  readonly at: string
  /** `waiting` says nothing about the course of the deployment. */
  readonly status: 'waiting' | 'running' | TerminalStatus
  /** When the work began, where the event says so. */
  readonly startedAt: string | null
  /** When the deployment was requested: its start, as long as no event says when the work began. */
  readonly createdAt: string | null
  readonly service: string
  readonly environment: string
  readonly isProduction: boolean
  readonly isRollback: boolean
  readonly facts: DeploymentFacts
}

/** An alert at a time. */
export type AlertState = {
  /** Identifies the alert in all its events; another value when it fires again, if the sender distinguishes that. */
  readonly key: string
  readonly startedAt: string
  /** Null while it is firing. */
  readonly resolvedAt: string | null
  /** When the alert was in this state, by the clock of the sender: the latest state counts. */
  readonly at: string
}

/** 1 (critical) to 5 (planning). */
export type AlertLevel = 1 | 2 | 3 | 4 | 5

/** What an event says about a group of alerts, or about an incident of another system. */
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
