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
  const merged = { ...before }
  for (const alert of alerts) {
    const known = merged[alert.key]
    merged[alert.key] = known === undefined ? alert : newest(known, alert)
  }
  return merged
}

/** The start of an alert is the earliest that is known; the rest is from the later event, or the one that resolves it. */
function newest(one: AlertState, other: AlertState): AlertState {
  const isOther = one.at === other.at ? (other.resolvedAt ?? '') > (one.resolvedAt ?? '') : other.at > one.at
  const [startedAt = one.startedAt] = [one.startedAt, other.startedAt].toSorted()
  return { ...(isOther ? other : one), startedAt }
}

const forever = '~'

/**
 * The incidents that the alerts of a group are: alerts that fire at the same time are one incident. An alert whose
 * resolution got lost ended at the latest when the same one fired again.
 */
export function incidentsOf(alerts: Alerts): AlertedIncident[] {
  const sorted = Object.values(alerts).toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1))
  const incidents: { alerts: AlertState[]; end: string }[] = []
  for (const [index, alert] of sorted.entries()) {
    const again = sorted.slice(index + 1).find((later) => nameOf(later) === nameOf(alert))
    const end = alert.resolvedAt ?? again?.startedAt ?? forever
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
    eventAt:
      own
        .map(({ at }) => at)
        .toSorted()
        .at(-1) ?? '',
  }))
}

const rankOf = ({ startedAt, key }: AlertState) => `${startedAt} ${key}`
/** What stays the same when an alert fires again. */
const nameOf = ({ key }: AlertState) => key.split(' ', 1)[0]
