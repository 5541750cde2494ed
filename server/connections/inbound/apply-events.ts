import type { AlertEvent, DeploymentEvent } from '#lib/domain/sent-events.ts'
import { storeAlerts } from '#server/connections/alerts/store-alerts.ts'
import type { EventContext } from '#server/deployments/event-context.ts'
import { storeDeployments } from '#server/deployments/store-deployments.ts'

type SentEvent = DeploymentEvent | AlertEvent

/** One event of a delivery; `applied` is how many events of the delivery are done once this one is. */
export type EventPart = { readonly id: string; readonly event: SentEvent; readonly applied: number }

/** Maximum deployments and alerts per turn: a batch or a notification may hold thousands. */
const maxApplied = 100
/** Deployments and alerts after which a turn ends if it has exceeded `maxTurnMs`. */
const portionSize = 25
const maxTurnMs = 250

/**
 * Splits events so that each fits into a turn. The incidents of a group do not depend on the split; sorting alerts by
 * start keeps the number of later merges low.
 */
export const splitEvents = (events: readonly SentEvent[]): readonly SentEvent[] =>
  events.flatMap((event) => {
    if (event.kind !== 'alerts' || event.alerts.length <= maxApplied) return [event]
    const alerts = event.alerts.toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1))
    return Array.from({ length: Math.ceil(alerts.length / maxApplied) }, (_, part) => ({
      ...event,
      alerts: alerts.slice(part * maxApplied, (part + 1) * maxApplied),
    }))
  })

/** Applies parts until the turn ends. Returns the applied count of each delivery, by identifier. */
export async function applyParts(
  ctx: EventContext,
  connectionId: string,
  parts: readonly EventPart[],
): Promise<Map<string, number>> {
  const applied = new Map<string, number>()
  const startedAt = performance.now()
  let size = 0
  for (const portion of splitIntoPortions(parts)) {
    size += countItems(portion)
    if (applied.size > 0 && size > maxApplied) break
    await applyEvents(
      ctx,
      connectionId,
      portion.map(({ event }) => event),
    )
    for (const one of portion) applied.set(one.id, one.applied)
    if (performance.now() - startedAt > maxTurnMs) break
  }
  return applied
}

const countItems = (parts: readonly EventPart[]): number =>
  parts.reduce((size, { event }) => size + (event.kind === 'alerts' ? event.alerts.length : 1), 0)

function* splitIntoPortions(parts: readonly EventPart[]): Generator<readonly EventPart[]> {
  let portion: EventPart[] = []
  for (const part of parts) {
    portion.push(part)
    if (countItems(portion) < portionSize) continue
    yield portion
    portion = []
  }
  if (portion.length > 0) yield portion
}

async function applyEvents(ctx: EventContext, connectionId: string, events: readonly SentEvent[]): Promise<void> {
  const deployed = events.filter((event) => event.kind === 'deployment')
  if (deployed.length > 0) await storeDeployments(ctx, connectionId, deployed)
  for (const event of events) if (event.kind === 'alerts') await storeAlerts(ctx, connectionId, event)
}
