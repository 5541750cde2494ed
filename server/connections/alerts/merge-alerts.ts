import type { AlertState } from '#lib/domain/sent-events.ts'

export type Alerts = Readonly<Record<string, AlertState>>

/** What the alerts of an incident say about it. */
export type AlertedIncident = {
  readonly alerts: Alerts
  readonly startedAt: string
  /** When the last alert was resolved; null while one is firing. */
  readonly resolvedAt: string | null
  readonly eventAt: string
}

/** The newest of each alert: the same in any order of the events, and however often each comes. */
export function mergeAlerts(before: Alerts, alerts: readonly AlertState[]): Alerts {
  const merged = new Map(Object.entries(before))
  for (const alert of alerts) {
    const merging = merged.get(alert.key)
    merged.set(alert.key, merging === undefined ? alert : newest(merging, alert))
  }
  return Object.fromEntries(merged)
}

/** The start of an alert is the earliest that is known; the rest is from the later event, or the one that resolves it. */
function newest(one: AlertState, other: AlertState): AlertState {
  const isOther = one.at === other.at ? (other.resolvedAt ?? '') > (one.resolvedAt ?? '') : other.at > one.at
  const [startedAt = one.startedAt] = [one.startedAt, other.startedAt].toSorted()
  return { ...(isOther ? other : one), startedAt }
}

const forever = '~'
type EndingAlert = { readonly alert: AlertState; readonly end: string }

/** Each alert with its end, sorted by its start. An alert whose resolution got lost ends when the same one fires again. */
function findEnds(alerts: Alerts): EndingAlert[] {
  const nextStarts = new Map<string | undefined, string>()
  const sorted = Object.values(alerts)
    .map((alert) => ({ alert, rank: `${alert.startedAt} ${alert.key}` }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
  return sorted
    .toReversed()
    .map(({ alert }) => {
      const name = nameOf(alert)
      const end = alert.resolvedAt ?? nextStarts.get(name) ?? forever
      nextStarts.set(name, alert.startedAt)
      return { alert, end }
    })
    .toReversed()
}

/** The incidents that the alerts of a group are: alerts that fire at the same time are one incident. */
export function groupIntoIncidents(alerts: Alerts): AlertedIncident[] {
  const incidents: { alerts: AlertState[]; end: string }[] = []
  for (const { alert, end } of findEnds(alerts)) {
    const last = incidents.at(-1)
    if (last && alert.startedAt <= last.end) {
      last.alerts.push(alert)
      if (end > last.end) last.end = end
    } else incidents.push({ alerts: [alert], end })
  }
  return incidents.map(({ alerts: own, end }) => ({
    alerts: Object.fromEntries(own.map((alert) => [alert.key, alert])),
    startedAt: own[0]?.startedAt ?? '',
    resolvedAt: end === forever ? null : end,
    eventAt: latestOf(own.map(({ at }) => at)),
  }))
}

/** Milliseconds after the end of an alert during which late events may still change its incident. */
const regroupableMs = 7 * 86_400_000
/** The most alerts that are stored of an incident. */
const maxAlerts = 1000

/**
 * The incident without the alerts that ended long ago or, beyond the limit, first; its first alert ends when they did.
 * The alert `firstKey` stays.
 */
export function compactIncident(incident: AlertedIncident, firstKey: string): AlertedIncident {
  const [first, ...others] = findEnds(incident.alerts)
  if (first === undefined) return incident
  const settled = new Date(Date.parse(incident.eventAt) - regroupableMs).toISOString()
  const latest = others
    .filter(({ alert, end }) => alert.key !== firstKey && end >= settled)
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

/** An alert that ends with the last of those that have ended. */
function endingLast({ alert, end }: EndingAlert, dropped: readonly EndingAlert[]): AlertState {
  if (end === forever) return alert
  const last = latestOf([end, ...dropped.map((one) => one.end).filter((one) => one !== forever)])
  return { ...alert, resolvedAt: last, at: latestOf([alert.at, last]) }
}

const latestOf = (times: readonly string[]): string => times.toSorted().at(-1) ?? ''

/** What stays the same when an alert fires again. */
const nameOf = ({ key }: AlertState) => key.split(' ', 1)[0]
