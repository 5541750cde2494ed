import { hash } from 'node:crypto'
import type { DeploymentEvent, TerminalStatus } from '#lib/domain/sent-events.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import type { ActorName, Context } from '#server/platform/runtime/context.ts'
import type { deployments } from '#server/schema/connections.ts'

/** Columns of a deployment that its events determine. */
export type DeploymentState = Pick<
  DeploymentRow,
  'service' | 'environment' | 'isProduction' | 'status' | 'isRollback' | 'facts' | 'startedAt' | 'endedAt' | 'eventAt'
>

/** Precedence of two ends at the same time. */
const endOrder: readonly TerminalStatus[] = ['failed', 'canceled', 'succeeded']

/**
 * Merges an event into the state of a deployment. The result does not depend on the order of the events or on
 * repetitions: each part is the earliest, the latest or the union of the stated values. The end is the first terminal
 * status, since a pipeline may report a later one when the next deployment replaces this one.
 */
export function mergeDeployment(before: DeploymentState | null, event: DeploymentEvent): DeploymentState {
  const formerFacts = before?.facts ?? {}
  const isNewer = before === null || createOrderKey(event) > `${before.eventAt} ${formerFacts.key}`
  const runningAt = earliest(formerFacts.runningAt, event.startedAt, event.status === 'running' ? event.at : null)
  const createdAt = earliest(formerFacts.createdAt, event.createdAt)
  const end = firstEnd(findEnd(before), findEnd(event))
  const latest = isNewer ? event : before
  const facts = isNewer ? { ...event.facts, key: hashContent(event) } : formerFacts
  return {
    service: latest.service,
    environment: latest.environment,
    isProduction: latest.isProduction,
    isRollback: event.isRollback || before?.isRollback === true,
    facts: { ...facts, runningAt, createdAt },
    status: end?.status ?? 'running',
    startedAt: findStart(runningAt, createdAt, end),
    endedAt: end?.at ?? null,
    eventAt: isNewer ? event.at : before.eventAt,
  }
}

type DeploymentEnd = { readonly at: string; readonly status: TerminalStatus }

function findEnd(one: DeploymentState | DeploymentEvent | null): DeploymentEnd | null {
  if (one === null || one.status === 'running' || one.status === 'waiting') return null
  const at = 'kind' in one ? one.at : one.endedAt
  return at === null ? null : { at, status: one.status }
}

function firstEnd(one: DeploymentEnd | null, other: DeploymentEnd | null): DeploymentEnd | null {
  if (one === null || other === null) return one ?? other
  if (one.at !== other.at) return one.at < other.at ? one : other
  return endOrder.indexOf(one.status) <= endOrder.indexOf(other.status) ? one : other
}

/** Returns the start, never after the end; null before the work begins, and for a deployment cancelled before that. */
function findStart(runningAt: string | null, createdAt: string | null, end: DeploymentEnd | null): string | null {
  if (end === null) return runningAt
  if (runningAt === null && end.status === 'canceled') return null
  return earliest(runningAt ?? createdAt, end.at)
}

function earliest(...times: readonly (string | null | undefined)[]): string | null {
  return times.filter((time): time is string => Boolean(time)).toSorted()[0] ?? null
}

/** Sort key of an event; unique also among the events of the same time. */
const createOrderKey = (event: DeploymentEvent) => `${event.at} ${hashContent(event)}`
const hashContent = ({ service, environment, isProduction, facts }: DeploymentEvent) =>
  hash('sha256', JSON.stringify([service, environment, isProduction, facts]), 'base64url')

export type DeploymentRow = typeof deployments.$inferSelect

/** Context in which deployment events are applied; the history names the connection as the actor. */
export type EventContext = Omit<Context, 'actor' | 'db'> & { readonly db: Transaction; readonly actor: ActorName }
