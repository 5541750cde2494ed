import { eq } from 'drizzle-orm'
import { applyParts } from '#server/connections/inbound/apply-events.ts'
import { markRead } from '#server/connections/inbound/mark-events.ts'
import { parseEvent } from '#server/connections/inbound/parse-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { alertGroups, connections, inboundEvents } from '#server/schema/connections.ts'
import { addDays, addMinutes, getWorkdayOnOrBefore, type Instant, setTime, toIso } from './calendar.ts'
import { monitoring } from './seed-connections.ts'

type Alert = {
  readonly name: string
  readonly summary: string
  readonly service: string
  readonly environment: string
  readonly severity: string
  readonly startsAt: Instant
  /** The end; null while it is firing. */
  readonly endsAt: Instant | null
}

/**
 * Lists the alerts of the monitoring: one after a deployment that no change authorised, one firing since yesterday, one
 * of a test system.
 */
function listAlerts(now: Instant): readonly Alert[] {
  const evening = getWorkdayOnOrBefore(addDays(now, -6))
  const yesterday = setTime(addDays(now, -1), '04:10')
  const production = { environment: 'production', severity: 'warning' }
  return [
    {
      ...production,
      name: 'PaymentErrors',
      summary: 'One card payment in twenty fails',
      service: 'payments-api',
      startsAt: setTime(evening, '21:27'),
      endsAt: setTime(evening, '21:58'),
    },
    {
      ...production,
      name: 'DiskFillsUp',
      summary: 'The disk of the order database is full within four days',
      service: 'orders-db',
      startsAt: yesterday,
      endsAt: null,
    },
    {
      ...production,
      name: 'NodeDown',
      summary: 'A node does not answer',
      service: 'product-search',
      environment: 'staging',
      startsAt: addMinutes(yesterday, 95),
      endsAt: null,
    },
  ]
}

/** Builds the notifications of an alert as Alertmanager sends them: one when it fires, one when it is resolved. */
function buildNotifications({ name, summary, service, environment, severity, startsAt, endsAt }: Alert) {
  const labels = { alertname: name, service, environment, severity }
  const send = (status: 'firing' | 'resolved', at: Instant) => ({
    at,
    body: {
      version: '4',
      status,
      groupKey: `{}:{alertname="${name}"}`,
      groupLabels: { alertname: name },
      commonLabels: labels,
      commonAnnotations: { summary },
      alerts: [
        {
          status,
          labels,
          annotations: { summary },
          startsAt: toIso(startsAt),
          ...(status === 'resolved' && { endsAt: toIso(at) }),
          fingerprint: name.toLowerCase(),
        },
      ],
    },
  })
  return [send('firing', startsAt), ...(endsAt === null ? [] : [send('resolved', endsAt)])]
}

/**
 * Receives the notifications of the monitoring as the service does: they become incidents, and one is ignored. Part of
 * the transaction that inserts the rest. Returns the number of incidents.
 */
export async function seedDemoAlerts(tx: Transaction, now: Date): Promise<number> {
  const [connection] = await tx.select().from(connections).where(eq(connections.id, monitoring))
  if (!connection) throw new Error('The demo has no connection to a monitoring.')
  for (const [index, { at, body }] of listAlerts(now.getTime()).flatMap(buildNotifications).entries()) {
    const receivedAt = toIso(at)
    const [row] = await tx
      .insert(inboundEvents)
      .values({
        id: `evt_demo_alert_${index + 1}`,
        connectionId: monitoring,
        deliveryId: `alert-${index + 1}`,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(body)),
        receivedAt,
        status: 'waiting',
        nextAttemptAt: receivedAt,
      })
      .onConflictDoNothing()
      .returning()
    if (!row) continue
    const parsed = parseEvent(row, connection)
    const actor = createSystemActor(monitoring, connection.name)
    const events = 'events' in parsed ? parsed.events : []
    await applyParts(
      { db: tx, actor, now: new Date(at), requestId: 'demo-alerts' },
      monitoring,
      events.map((event, part) => ({ id: row.id, event, applied: part + 1 })),
    )
    await markRead(tx, new Date(at), [{ row, parsed }])
  }
  return tx.$count(alertGroups, eq(alertGroups.connectionId, monitoring))
}
