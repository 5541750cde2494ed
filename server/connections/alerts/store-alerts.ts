import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import type { AlertEvent } from '#lib/domain/sent-events.ts'
import type { EventContext } from '#server/deployments/event-context.ts'
import { alertGroups } from '#server/schema/connections.ts'
import { dropAlertIncident, writeAlertIncident } from './alert-incident.ts'
import { type AlertedIncident, compactIncident, groupIntoIncidents, mergeAlerts } from './merge-alerts.ts'

type GroupRow = typeof alertGroups.$inferSelect

/** Applies an event about alerts: those of one group that fire at the same time are one incident. */
export async function storeAlerts(ctx: EventContext, connectionId: string, event: AlertEvent): Promise<void> {
  const rows = await lockGroups(ctx, connectionId, event)
  const storedAlerts = rows.flatMap(({ alerts }) => Object.values(alerts))
  const incidents = groupIntoIncidents(mergeAlerts(mergeAlerts({}, storedAlerts), event.alerts))
  const ofAlert = new Map(incidents.flatMap((one) => Object.keys(one.alerts).map((key) => [key, one] as const)))
  const rowOf = new Map<AlertedIncident | undefined, GroupRow>()
  for (const row of rows) {
    const incident = ofAlert.get(firstKeyOf(event, row.groupKey))
    if (rowOf.has(incident)) await dropGroup(ctx, row)
    else rowOf.set(incident, row)
  }
  for (const incident of incidents)
    await storeIncident(ctx, { connectionId, event, incident, row: rowOf.get(incident) })
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

/** Maximum incidents of a group that an event changes; where more overlap its alerts, the next event joins the others. */
const maxIncidents = 100

/**
 * Locks and returns the stored incidents of a group that the alerts of an event may belong to, the oldest first: an
 * incident that begins with one of these alerts, or during which one of them fired.
 */
async function lockGroups({ db }: EventContext, connectionId: string, event: AlertEvent): Promise<GroupRow[]> {
  const { groupKey, alerts } = event
  const prefix = `${groupKey} `
  const starts = alerts.map(({ startedAt }) => startedAt).toSorted()
  const ends = alerts.map(({ resolvedAt }) => resolvedAt ?? 'infinity').toSorted()
  const isNamed = inArray(
    alertGroups.groupKey,
    alerts.map(({ key }) => `${prefix}${key}`),
  )
  const rows = await db
    .select()
    .from(alertGroups)
    .where(
      and(
        eq(alertGroups.connectionId, connectionId),
        gte(alertGroups.groupKey, prefix),
        sql`starts_with(${alertGroups.groupKey}, ${prefix})`,
        // The group `x y` begins with `x ` too.
        sql`${alertGroups.alerts} -> substr(${alertGroups.groupKey}, length(${prefix}) + 1) is not null`,
        or(
          isNamed,
          and(
            sql`${alertGroups.startedAt} <= ${ends.at(-1)}::timestamptz`,
            or(isNull(alertGroups.resolvedAt), gte(alertGroups.resolvedAt, starts[0] ?? '')),
          ),
        ),
      ),
    )
    .orderBy(desc(isNamed), alertGroups.startedAt, alertGroups.groupKey)
    .limit(maxIncidents)
    .for('update')
  return rows.toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1))
}

const rankOf = ({ startedAt, groupKey }: GroupRow) => `${startedAt} ${groupKey}`

type IncidentToStore = {
  readonly connectionId: string
  readonly event: AlertEvent
  readonly incident: AlertedIncident
  readonly row: GroupRow | undefined
}

async function storeIncident(
  ctx: EventContext,
  { connectionId, event, incident, row }: IncidentToStore,
): Promise<void> {
  const isOfEvent = event.alerts.some(({ key }) => Object.hasOwn(incident.alerts, key))
  const groupKey = row?.groupKey ?? `${event.groupKey} ${Object.keys(incident.alerts)[0]}`
  const state = compactIncident(incident, firstKeyOf(event, groupKey))
  if (row && !isOfEvent && isDeepStrictEqual(stateOf(row), state)) return
  const incidentNumber = row?.incidentNumber ?? makeIncidentNumber(connectionId, groupKey)
  await ctx.db
    .insert(alertGroups)
    .values({ connectionId, groupKey, incidentNumber, ...state })
    .onConflictDoUpdate({ target: [alertGroups.connectionId, alertGroups.groupKey], set: state })
  const isNewest = event.alerts.some(({ at }) => at >= state.eventAt)
  await writeAlertIncident(ctx, incidentNumber, state, { event, isOfEvent, isNewest })
}

const stateOf = ({ alerts, startedAt, resolvedAt, eventAt }: GroupRow): AlertedIncident => ({
  alerts,
  startedAt,
  resolvedAt,
  eventAt,
})

const numberLength = 12

/** The number of a new incident: always the same for the same first alert. */
function makeIncidentNumber(connectionId: string, groupKey: string): string {
  const digest = createHash('sha256').update(`${connectionId}\n${groupKey}`).digest('hex')
  return `ALERT${(BigInt(`0x${digest}`) % 10n ** BigInt(numberLength)).toString().padStart(numberLength, '0')}`
}
