import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import { incidentActions } from '#lib/actions/record-actions.ts'
import type { AlertEvent, AlertState } from '#lib/domain/sent-events.ts'
import type { EventContext } from '#server/deployments/merge-deployment.ts'
import { makeNumber } from '#server/deployments/pipeline-change.ts'
import { listDifferences, listRemovedFields, recordEvent } from '#server/platform/audit/record-event.ts'
import { recordColumns, recordValues } from '#server/platform/db/record-columns.ts'
import { incidents } from '#server/schema/changes.ts'
import { alertGroups } from '#server/schema/connections.ts'

export type Alerts = Readonly<Record<string, AlertState>>

/** An incident as its alerts describe it. */
export type AlertedIncident = {
  readonly alerts: Alerts
  readonly startedAt: string
  /** The time when the last alert was resolved; null while one is firing. */
  readonly resolvedAt: string | null
  readonly eventAt: string
}

/** Merges alerts into the stored ones. The result depends neither on the order of the events nor on repetitions. */
export function mergeAlerts(before: Alerts, alerts: readonly AlertState[]): Alerts {
  const merged = new Map(Object.entries(before))
  for (const alert of alerts) {
    const merging = merged.get(alert.key)
    merged.set(alert.key, merging === undefined ? alert : newest(merging, alert))
  }
  return Object.fromEntries(merged)
}

/** Merges two versions of an alert: the earlier start, and the rest of the later one or of the one that resolves it. */
function newest(one: AlertState, other: AlertState): AlertState {
  const isOther = one.at === other.at ? (other.resolvedAt ?? '') > (one.resolvedAt ?? '') : other.at > one.at
  const [startedAt = one.startedAt] = [one.startedAt, other.startedAt].toSorted()
  return { ...(isOther ? other : one), startedAt }
}

const forever = '~'
type EndingAlert = { readonly alert: AlertState; readonly end: string }

/** Returns the alerts by start. An unresolved alert ends when it fires again: its resolution was lost. */
function findEnds(alerts: Alerts): EndingAlert[] {
  const nextStarts = new Map<string | undefined, string>()
  const sorted = Object.values(alerts)
    .map((alert) => ({ alert, rank: `${alert.startedAt} ${alert.key}` }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
  return sorted
    .toReversed()
    .map(({ alert }) => {
      const name = getAlertId(alert)
      const end = alert.resolvedAt ?? nextStarts.get(name) ?? forever
      nextStarts.set(name, alert.startedAt)
      return { alert, end }
    })
    .toReversed()
}

/** Divides the alerts of a group into incidents: alerts that fire at the same time belong together. */
export function groupIntoIncidents(alerts: Alerts): AlertedIncident[] {
  const incidents: { alerts: AlertState[]; end: string }[] = []
  for (const { alert, end } of findEnds(alerts)) {
    const last = incidents.at(-1)
    if (last && alert.startedAt <= last.end) {
      last.alerts.push(alert)
      if (end > last.end) last.end = end
    } else incidents.push({ alerts: [alert], end })
  }
  return incidents.map(({ alerts: members, end }) => ({
    alerts: Object.fromEntries(members.map((alert) => [alert.key, alert])),
    startedAt: members[0]?.startedAt ?? '',
    resolvedAt: end === forever ? null : end,
    eventAt: findLatest(members.map(({ at }) => at)),
  }))
}

/** Milliseconds after the end of an alert during which late events may still change its incident. */
const regroupableMs = 7 * 86_400_000
/** Maximum number of stored alerts per incident. */
const maxAlerts = 1000

/**
 * Drops alerts that ended long ago and, beyond the limit, those that ended first; the incident's first alert takes over
 * their end. The alert `firstKey` always stays.
 */
export function compactIncident(incident: AlertedIncident, firstKey: string): AlertedIncident {
  const [first, ...others] = findEnds(incident.alerts)
  if (first === undefined) return incident
  const regroupableSince = new Date(Date.parse(incident.eventAt) - regroupableMs).toISOString()
  const latest = others
    .filter(({ alert, end }) => alert.key !== firstKey && end >= regroupableSince)
    .toSorted((one, other) => (one.end > other.end ? -1 : 1))
    .slice(0, maxAlerts)
  const remainingKeys = new Set(latest.map(({ alert }) => alert.key).concat(firstKey))
  const isDropped = ({ alert }: EndingAlert) => !remainingKeys.has(alert.key)
  const dropped = others.filter(isDropped)
  if (dropped.length === 0) return incident
  const rest = others.filter((one) => !isDropped(one)).map(({ alert }) => alert)
  const alerts = [endingLast(first, dropped), ...rest]
  return { ...incident, alerts: Object.fromEntries(alerts.map((alert) => [alert.key, alert])) }
}

/** Extends an alert to the last end of the dropped ones, unless it is still firing. */
function endingLast({ alert, end }: EndingAlert, dropped: readonly EndingAlert[]): AlertState {
  if (end === forever) return alert
  const last = findLatest([end, ...dropped.map((one) => one.end).filter((one) => one !== forever)])
  return { ...alert, resolvedAt: last, at: findLatest([alert.at, last]) }
}

const findLatest = (times: readonly string[]): string => times.toSorted().at(-1) ?? ''

/** The identifier that an alert keeps when it fires again: its key without the start time. */
const getAlertId = ({ key }: AlertState) => key.split(' ', 1)[0]

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
    if (!rowsByIncident.has(incident)) rowsByIncident.set(incident, row)
    else {
      // Its alerts turn out to belong to another incident.
      const isGroup = and(eq(alertGroups.connectionId, connectionId), eq(alertGroups.groupKey, row.groupKey))
      await ctx.db.delete(alertGroups).where(isGroup)
      await dropAlertIncident(ctx, row.incidentNumber)
    }
  }
  for (const incident of incidents)
    await storeIncident(ctx, { connectionId, event, incident, row: rowsByIncident.get(incident) })
}

/** The key of the first stored alert of an incident, which always belongs to it. */
const getFirstKey = (event: AlertEvent, groupKey: string) => groupKey.slice(event.groupKey.length + 1)

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
  const named = alerts.map(({ key }) => `${prefix}${key}`)
  const isNamed = inArray(alertGroups.groupKey, named)
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

type IncidentToStore = { connectionId: string; event: AlertEvent; incident: AlertedIncident; row: GroupRow | undefined }

async function storeIncident(ctx: EventContext, { connectionId, event, incident, row }: IncidentToStore) {
  const isOfEvent = event.alerts.some(({ key }) => Object.hasOwn(incident.alerts, key))
  const groupKey = row?.groupKey ?? `${event.groupKey} ${Object.keys(incident.alerts)[0]}`
  const state = compactIncident(incident, getFirstKey(event, groupKey))
  if (row && !isOfEvent && isDeepStrictEqual({ ...row, ...state }, row)) return
  const incidentNumber = row?.incidentNumber ?? makeNumber('ALERT', `${connectionId}\n${groupKey}`)
  await ctx.db
    .insert(alertGroups)
    .values({ connectionId, groupKey, incidentNumber, ...state })
    .onConflictDoUpdate({ target: [alertGroups.connectionId, alertGroups.groupKey], set: state })
  const isNewest = event.alerts.some(({ at }) => at >= state.eventAt)
  await writeAlertIncident(ctx, incidentNumber, state, { event, isOfEvent, isNewest })
}

const priorities = ['1 - Critical', '2 - High', '3 - Moderate', '4 - Low', '5 - Planning']

/** An event in relation to an incident: whether it is about its alerts, and whether no later event is. */
type RelatedEvent = { readonly event: AlertEvent; readonly isOfEvent: boolean; readonly isNewest: boolean }

/**
 * Creates or updates the incident of alerts. It gets the highest priority of all events, and the title and service of
 * the newest one. An incident that a person closed stays closed until its alerts fire again.
 */
async function writeAlertIncident(
  ctx: EventContext,
  number: string,
  { startedAt, resolvedAt }: AlertedIncident,
  { event: { title, service, level }, isOfEvent, isNewest }: RelatedEvent,
): Promise<void> {
  const before = await lockIncident(ctx, number)
  const formerPriority = before?.priority_level ?? null
  const levels = [formerPriority, isOfEvent || !before ? level : null].filter((one) => one !== null)
  const highest = levels.length === 0 ? null : Math.min(...levels)
  const isClosed = before?.state === 'closed' && resolvedAt !== null
  const isNamed = before === undefined || (isOfEvent && isNewest)
  const fields = {
    short_description: isNamed ? title : before.short_description,
    priority: highest === null ? (before?.priority ?? 'unspecified') : (priorities[highest - 1] ?? 'unspecified'),
    priority_level: highest,
    state: isClosed ? ('closed' as const) : resolvedAt === null ? ('in_progress' as const) : ('resolved' as const),
    opened_at: startedAt,
    resolved_at: resolvedAt,
    affected_service: isNamed ? service : before.affected_service,
  }
  const changed = listDifferences(before ?? {}, fields)
  if (Object.keys(changed).length === 0) return
  const row = { ...recordValues(incidents, fields), updatedAt: ctx.now.toISOString() }
  if (before === undefined) {
    const { short_description: shortDescription, priority, state } = fields
    const required = { number, shortDescription, priority, state, openedAt: startedAt, origin: 'alerts' }
    await ctx.db.insert(incidents).values({ ...row, ...required })
  } else {
    await ctx.db
      .update(incidents)
      .set({ ...row, version: sql`${incidents.version} + 1` })
      .where(eq(incidents.number, number))
  }
  await recordEvent(ctx, incidentActions[before ? 'update' : 'create'], number, changed)
}

/** Deletes an incident whose alerts turn out to belong to an earlier one, unless a change is linked to it. */
async function dropAlertIncident(ctx: EventContext, number: string): Promise<void> {
  const before = await lockIncident(ctx, number)
  if (before === undefined || before.related_change !== null || before.caused_by_change !== null) return
  await ctx.db.delete(incidents).where(eq(incidents.number, number))
  await recordEvent(ctx, incidentActions.delete, number, listRemovedFields(before))
}

const incidentColumns = {
  ...recordColumns(incidents, ['short_description', 'priority', 'priority_level', 'state']),
  ...recordColumns(incidents, ['opened_at', 'resolved_at', 'affected_service', 'related_change', 'caused_by_change']),
}

async function lockIncident({ db }: EventContext, number: string) {
  const [row] = await db.select(incidentColumns).from(incidents).where(eq(incidents.number, number)).for('update')
  return row
}
