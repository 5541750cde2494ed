import type { AlertState } from '#lib/domain/sent-events.ts'

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
