import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, eq, gte, isNull, or, sql } from 'drizzle-orm'
import type { AlertEvent } from '#lib/domain/sent-events.ts'
import type { EventContext } from '#server/deployments/event-context.ts'
import { alertGroups } from '#server/schema/connections.ts'
import { dropAlertIncident, writeAlertIncident } from './alert-incident.ts'
import { type AlertedIncident, compactIncident, incidentsOf, mergeAlerts, regroupableMs } from './merge-alerts.ts'

type GroupRow = typeof alertGroups.$inferSelect

/** Applies an event about alerts: those of one group that fire at the same time are one incident. */
export async function storeAlerts(ctx: EventContext, connectionId: string, event: AlertEvent): Promise<void> {
  const rows = await lockGroups(ctx, connectionId, event)
  const known = rows.flatMap(({ alerts }) => Object.values(alerts))
  const used = new Set<GroupRow>()
  for (const incident of incidentsOf(mergeAlerts(mergeAlerts({}, known), event.alerts))) {
    const row = rows.find(({ groupKey }) => Object.hasOwn(incident.alerts, firstKeyOf(event, groupKey)))
    if (row) used.add(row)
    await storeIncident(ctx, connectionId, event, incident, row)
  }
  for (const row of rows) if (!used.has(row)) await dropGroup(ctx, row)
}

/** The key of the alert with which an incident was stored first; it always belongs to that incident. */
const firstKeyOf = (event: AlertEvent, groupKey: string) => groupKey.slice(event.groupKey.length + 1)

/** Deletes an incident whose alerts belong to another one after all. */
async function dropGroup(ctx: EventContext, { connectionId, groupKey, incidentNumber }: GroupRow): Promise<void> {
  await ctx.db
    .delete(alertGroups)
    .where(and(eq(alertGroups.connectionId, connectionId), eq(alertGroups.groupKey, groupKey)))
  await dropAlertIncident(ctx, incidentNumber)
}

/** What is stored of a group, locked, the oldest incident first. */
async function lockGroups({ db }: EventContext, connectionId: string, event: AlertEvent): Promise<GroupRow[]> {
  const { groupKey, alerts } = event
  const starts = alerts.map(({ startedAt }) => Date.parse(startedAt))
  const since = new Date(Math.min(...starts) - regroupableMs).toISOString()
  const prefix = `${groupKey} `
  const rows = await db
    .select()
    .from(alertGroups)
    .where(
      and(
        eq(alertGroups.connectionId, connectionId),
        gte(alertGroups.groupKey, prefix),
        sql`starts_with(${alertGroups.groupKey}, ${prefix})`,
        or(isNull(alertGroups.resolvedAt), gte(alertGroups.resolvedAt, since)),
      ),
    )
    .orderBy(alertGroups.startedAt, alertGroups.groupKey)
    .for('update')
  // The group `x y` begins with `x ` too.
  return rows.filter((row) => Object.hasOwn(row.alerts, firstKeyOf(event, row.groupKey)))
}

async function storeIncident(
  ctx: EventContext,
  connectionId: string,
  event: AlertEvent,
  incident: AlertedIncident,
  row: GroupRow | undefined,
): Promise<void> {
  const isOfEvent = event.alerts.some(({ key }) => Object.hasOwn(incident.alerts, key))
  const groupKey = row?.groupKey ?? `${event.groupKey} ${Object.keys(incident.alerts)[0]}`
  const state = compactIncident(incident, firstKeyOf(event, groupKey))
  if (row && !isOfEvent && isDeepStrictEqual(stateOf(row), state)) return
  const incidentNumber = row?.incidentNumber ?? numberOf(connectionId, groupKey)
  await ctx.db
    .insert(alertGroups)
    .values({ connectionId, groupKey, incidentNumber, ...state })
    .onConflictDoUpdate({ target: [alertGroups.connectionId, alertGroups.groupKey], set: state })
  const isNewest = event.alerts.some(({ at }) => at >= state.eventAt)
  await writeAlertIncident(ctx, incidentNumber, state, event, { isOfEvent, isNewest })
}

const stateOf = ({ alerts, startedAt, resolvedAt, eventAt }: GroupRow): AlertedIncident => ({
  alerts,
  startedAt,
  resolvedAt,
  eventAt,
})

const numberLength = 12

/** The number of a new incident: always the same for the same first alert. */
function numberOf(connectionId: string, groupKey: string): string {
  const digest = createHash('sha256').update(`${connectionId}\n${groupKey}`).digest('hex')
  return `ALERT${(BigInt(`0x${digest}`) % 10n ** BigInt(numberLength)).toString().padStart(numberLength, '0')}`
}
