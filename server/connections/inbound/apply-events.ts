import type { AlertEvent, DeploymentEvent } from '#lib/domain/sent-events.ts'
import { storeAlerts } from '#server/connections/alerts/store-alerts.ts'
import { findKind } from '#server/connections/all-kinds.ts'
import type { EventContext } from '#server/deployments/merge-deployment.ts'
import { storeDeployments } from '#server/deployments/store-deployments.ts'
import { log } from '#server/platform/log/log.ts'
import type { connections, inboundEvents } from '#server/schema/connections.ts'
import { type ParsedDelivery, UnreadableEvent } from './senders/sender.ts'

type SentEvent = DeploymentEvent | AlertEvent
export type EventRow = typeof inboundEvents.$inferSelect

/** The content of an event, or the reason why it cannot be read, which no further attempt can change. */
export type ParsedEvent = ParsedDelivery | { readonly failed: string }

/** Parses an event by the kind of its connection. An event whose connection was deleted is ignored. */
export function parseEvent(row: EventRow, connection: typeof connections.$inferSelect | undefined): ParsedEvent {
  if (connection === undefined) return { ignored: 'Its connection was deleted.' }
  const { events: sender } = findKind(connection.kind) ?? {}
  if (sender === undefined) return { ignored: 'Such a connection sends no events.' }
  try {
    const delivery = { headers: row.headers, body: row.body.toString('utf8') }
    const parsed = sender.parse(delivery, { production: [], services: {}, fields: {}, ...connection.options })
    return 'events' in parsed ? { events: splitEvents(parsed.events) } : parsed
  } catch (error) {
    if (error instanceof UnreadableEvent) return { failed: error.message }
    log.error({ err: error, event: row.id }, 'event not readable')
    return { failed: 'It is not in a form that such a sender uses.' }
  }
}

/** Maximum alerts of an event: a notification may hold thousands. */
const maxAlerts = 100

/**
 * Splits events so that each fits into a turn. The incidents of a group do not depend on the split; sorting alerts by
 * start keeps the number of later merges low.
 */
const splitEvents = (events: readonly SentEvent[]): readonly SentEvent[] =>
  events.flatMap((event) => {
    if (event.kind !== 'alerts' || event.alerts.length <= maxAlerts) return [event]
    const alerts = event.alerts.toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1))
    return Array.from({ length: Math.ceil(alerts.length / maxAlerts) }, (_, part) => ({
      ...event,
      alerts: alerts.slice(part * maxAlerts, (part + 1) * maxAlerts),
    }))
  })

export async function applyEvents(ctx: EventContext, connectionId: string, events: readonly SentEvent[]) {
  const deployed = events.filter((event) => event.kind === 'deployment')
  if (deployed.length > 0) await storeDeployments(ctx, connectionId, deployed)
  for (const event of events) if (event.kind === 'alerts') await storeAlerts(ctx, connectionId, event)
}
