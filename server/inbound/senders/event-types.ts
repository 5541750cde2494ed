import type { RepositoryOptions, SenderOptions } from '#lib/contracts/connection-options.ts'
import type { AlertState } from '#server/schema/connections.ts'

/** A request of a sender; the names of the headers are in lower case. */
export type Delivery = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

export type EventOptions = Pick<SenderOptions & RepositoryOptions, 'production' | 'services'> &
  Partial<Pick<SenderOptions, 'fields'>>

export const terminalStatuses = ['succeeded', 'failed', 'canceled'] as const
export type TerminalStatus = (typeof terminalStatuses)[number]

/** What a deployment is known by; each text may hold the number of a change. */
export type DeploymentFacts = {
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
  readonly foreignId: string
  /** When it happened. */
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

/** What an event says about a group of alerts, or about an incident of another system. */
export type AlertEvent = {
  readonly kind: 'alerts'
  readonly groupKey: string
  /** Whether the same key returns for later, separate incidents. */
  readonly isRecurring: boolean
  readonly alerts: readonly AlertState[]
  readonly title: string
  readonly service: string | null
  /** 1 (critical) to 5 (planning); null when unknown. */
  readonly level: number | null
}

/** What a delivery says; `ignored` is the reason why it says nothing of interest. */
export type ParsedDelivery =
  | { readonly events: readonly (DeploymentEvent | AlertEvent)[] }
  | { readonly ignored: string }

/** Reads a delivery of one kind of sender. Throws `UnreadableEvent` when it is not what such a sender sends. */
export type ParseDelivery = (delivery: Delivery, options: EventOptions) => ParsedDelivery

/** A delivery that cannot be read; the message says why. Trying it again does not help. */
export class UnreadableEvent extends Error {}
