import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import type { AlertEvent } from '#lib/domain/sent-events.ts'
import type { EventContext } from '#server/deployments/event-context.ts'
import { alertGroups } from '#server/schema/connections.ts'
import { dropAlertIncident, writeAlertIncident } from './alert-incident.ts'
import { type AlertedIncident, compactIncident, groupIntoIncidents, mergeAlerts } from './merge-alerts.ts'

type GroupRow = typeof alertGroups.$inferSelect

/** Applies an event about alerts: alerts of one group that fire at the same time become one incident. */
export async function storeAlerts(ctx: EventContext, connectionId: string, event: AlertEvent): Promise<void> {
  const rows = await lockGroups(ctx, connectionId, event)
  const storedAlerts = rows.flatMap(({ alerts }) => Object.values(alerts))
  const incidents = groupIntoIncidents(mergeAlerts(mergeAlerts({}, storedAlerts), event.alerts))
  const incidentsByAlert = new Map(
    incidents.flatMap((one) => Object.keys(one.alerts).map((key) => [key, one] as const)),
  )
  const rowsByIncident = new Map<AlertedIncident | undefined, GroupRow>()
  for (const row of rows) {
    const incident = incidentsByAlert.get(getFirstKey(event, row.groupKey))
    if (rowsByIncident.has(incident)) await dropGroup(ctx, row)
    else rowsByIncident.set(incident, row)
  }
  for (const incident of incidents)
    await storeIncident(ctx, { connectionId, event, incident, row: rowsByIncident.get(incident) })
}

/** The key of the first stored alert of an incident, which always belongs to it. */
const getFirstKey = (event: AlertEvent, groupKey: string) => groupKey.slice(event.groupKey.length + 1)

/** Deletes an incident whose alerts turn out to belong to another one. */
async function dropGroup(ctx: EventContext, { connectionId, groupKey, incidentNumber }: GroupRow): Promise<void> {
  await ctx.db
    .delete(alertGroups)
    .where(and(eq(alertGroups.connectionId, connectionId), eq(alertGroups.groupKey, groupKey)))
  await dropAlertIncident(ctx, incidentNumber)
}

/** Maximum incidents of a group that one event changes. If more overlap its alerts, the next event merges the rest. */
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
  return rows.toSorted((one, other) => (getSortKey(one) < getSortKey(other) ? -1 : 1))
}

const getSortKey = ({ startedAt, groupKey }: GroupRow) => `${startedAt} ${groupKey}`

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
  const state = compactIncident(incident, getFirstKey(event, groupKey))
  if (row && !isOfEvent && isDeepStrictEqual(toAlertedIncident(row), state)) return
  const incidentNumber = row?.incidentNumber ?? makeIncidentNumber(connectionId, groupKey)
  await ctx.db
    .insert(alertGroups)
    .values({ connectionId, groupKey, incidentNumber, ...state })
    .onConflictDoUpdate({ target: [alertGroups.connectionId, alertGroups.groupKey], set: state })
  const isNewest = event.alerts.some(({ at }) => at >= state.eventAt)
  await writeAlertIncident(ctx, incidentNumber, state, { event, isOfEvent, isNewest })
}

const toAlertedIncident = ({ alerts, startedAt, resolvedAt, eventAt }: GroupRow): AlertedIncident => ({
  alerts,
  startedAt,
  resolvedAt,
  eventAt,
})

const numberLength = 12

/** Returns the number of a new incident, which depends only on its connection and first alert. */
function makeIncidentNumber(connectionId: string, groupKey: string): string {
  const digest = createHash('sha256').update(`${connectionId}\n${groupKey}`).digest('hex')
  return `ALERT${(BigInt(`0x${digest}`) % 10n ** BigInt(numberLength)).toString().padStart(numberLength, '0')}`
}
