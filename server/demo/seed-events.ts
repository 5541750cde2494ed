import { and, asc, eq, isNotNull, like } from 'drizzle-orm'
import { applyEvents, markRead, parseEvent } from '#server/connections/inbound/read-events.ts'
import { dismissUnrecordedChange } from '#server/deployments/handle-unrecorded.ts'
import { pipelineOrigin } from '#server/deployments/match-change.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'
import { alertGroups, connections, deployments, inboundEvents } from '#server/schema/connections.ts'
import { addDays, addMinutes, type Instant, setTime, setWorkday, toIso } from './calendar.ts'
import { monitoring, pipeline } from './seed-connections.ts'
import { actAs, type Seeding } from './seeding.ts'

type SentEvent = { readonly at: Instant; readonly body: object }

/**
 * Receives the events of the pipeline and of the monitoring as the service does. Deployments join their changes, or
 * create changes that nobody authorised; alerts become incidents, and one is ignored. Returns how many changes and
 * incidents they created.
 */
export async function seedEvents(seeding: Seeding): Promise<{ changes: number; incidents: number }> {
  const { tx, now } = seeding
  await receive(tx, pipeline, [...(await listReleases(tx)), ...listUnrecorded(now)])
  const isUnrecorded = eq(deployments.matchedBy, pipelineOrigin)
  const [oldest] = await tx.select().from(deployments).where(isUnrecorded).orderBy(asc(deployments.startedAt)).limit(1)
  await dismissUnrecordedChange(
    actAs(tx, 'Henrike Vos', setWorkday(now, 19, '09:05')),
    oldest?.id ?? '',
    'Nightly rebuild with the security updates of the base image; the standard change covers it.',
  )
  await receive(tx, monitoring, listAlerts(now))
  return {
    changes: await tx.$count(changes, eq(changes.origin, pipelineOrigin)),
    incidents: await tx.$count(alertGroups, eq(alertGroups.connectionId, monitoring)),
  }
}

async function receive(tx: Transaction, connectionId: string, events: readonly SentEvent[]): Promise<void> {
  const [connection] = await tx.select().from(connections).where(eq(connections.id, connectionId))
  if (!connection) throw new Error(`The demo has no connection ${connectionId}.`)
  const actor = createSystemActor(connectionId, connection.name)
  for (const [index, { at, body }] of events.entries()) {
    const receivedAt = toIso(at)
    const now = new Date(at)
    const [row] = await tx
      .insert(inboundEvents)
      .values({
        id: `evt_demo_${connection.name}_${index + 1}`,
        connectionId,
        deliveryId: `${connection.name}-${index + 1}`,
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
    const sent = 'events' in parsed ? parsed.events : []
    await applyEvents({ db: tx, actor, now, requestId: 'demo' }, connectionId, sent)
    await markRead(tx, now, [{ row, parsed }])
  }
}

const buildDeployment = (app: string, message: string, start: Instant, end: Instant, more: object = {}): SentEvent => ({
  at: end,
  body: {
    app,
    phase: 'Succeeded',
    started_at: toIso(start),
    finished_at: toIso(end),
    environment: 'production',
    message,
    ...more,
  },
})

/** Lists the deployments of releases, at the times of their changes. */
async function listReleases(tx: Transaction): Promise<SentEvent[]> {
  const rows = await tx
    .select()
    .from(changes)
    .where(and(eq(changes.origin, 'demo'), like(changes.title, 'Release %'), isNotNull(changes.actualEnd)))
    .orderBy(asc(changes.number))
  return rows.flatMap(({ number, title, affectedServices, actualStart, actualEnd }) =>
    affectedServices.map((service) =>
      buildDeployment(service, title, Date.parse(actualStart ?? ''), Date.parse(actualEnd ?? ''), { change: number }),
    ),
  )
}

/** Lists deployments that no change authorised; a manager dismisses the oldest. */
function listUnrecorded(now: Date): SentEvent[] {
  const deploy = (daysAgo: number, time: string, minutes: number, app: string, title: string, phase = 'Succeeded') => {
    const start = setWorkday(now, daysAgo, time)
    return buildDeployment(app, title, start, addMinutes(start, minutes), { phase })
  }
  return [
    deploy(20, '03:10', 6, 'checkout-web', 'Rebuild the image'),
    deploy(12, '13:05', 22, 'product-search', 'Rebuild the index with the new analyser'),
    deploy(6, '21:15', 9, 'payments-api', 'Raise the time-out of the card provider', 'Failed'),
    deploy(3, '18:42', 4, 'customer-portal', 'Hide the broken voucher banner'),
  ]
}

/**
 * Lists the alerts of the monitoring as Alertmanager sends them, when they fire and when they are resolved: one after a
 * deployment that no change authorised, one firing since yesterday, one of a test system.
 */
function listAlerts(now: Date): SentEvent[] {
  const send = (
    [alertname, service, summary, environment = 'production']: readonly [string, string, string, string?],
    startsAt: Instant,
    endsAt: Instant | null = null,
  ): SentEvent => {
    const status = endsAt === null ? 'firing' : 'resolved'
    const labels = { alertname, service, environment, severity: 'warning' }
    const times = { startsAt: toIso(startsAt), ...(endsAt !== null && { endsAt: toIso(endsAt) }) }
    const alert = { status, labels, annotations: { summary }, ...times, fingerprint: alertname.toLowerCase() }
    return {
      at: endsAt ?? startsAt,
      body: {
        version: '4',
        status,
        groupKey: `{}:{alertname="${alertname}"}`,
        groupLabels: { alertname },
        commonLabels: labels,
        commonAnnotations: { summary },
        alerts: [alert],
      },
    }
  }
  const payments = ['PaymentErrors', 'payments-api', 'One card payment in twenty fails'] as const
  const disk = ['DiskFillsUp', 'orders-db', 'The disk of the order database is full within four days'] as const
  const node = ['NodeDown', 'product-search', 'A node does not answer', 'staging'] as const
  const evening = setWorkday(now, 6, '21:27')
  const yesterday = setTime(addDays(now.getTime(), -1), '04:10')
  return [
    send(payments, evening),
    send(payments, evening, addMinutes(evening, 31)),
    send(disk, yesterday),
    send(node, addMinutes(yesterday, 95)),
  ]
}
