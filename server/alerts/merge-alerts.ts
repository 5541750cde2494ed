import type { AlertEvent } from '#server/inbound/senders/event-types.ts'
import type { AlertState } from '#server/schema/connections.ts'

type Alerts = Readonly<Record<string, AlertState>>

/** What the alerts of a group say about its incident. */
export type GroupState = {
  readonly alerts: Alerts
  readonly startedAt: string
  /** When the last alert was resolved; null while one is firing. */
  readonly resolvedAt: string | null
  readonly eventAt: string
}

/** The state of a group after another event: the newest of each alert, in any order and however often each comes. */
export function mergeAlerts(before: Alerts, { alerts }: Pick<AlertEvent, 'alerts'>): GroupState {
  const merged = { ...before }
  for (const alert of alerts) {
    const known = merged[alert.key]
    merged[alert.key] = known === undefined ? alert : newest(known, alert)
  }
  const all = Object.values(merged)
  const ends = all.map(({ resolvedAt }) => resolvedAt)
  return {
    alerts: Object.fromEntries(Object.entries(merged).sort(([one], [other]) => (one < other ? -1 : 1))),
    startedAt: all.map(({ startedAt }) => startedAt).toSorted()[0] ?? '',
    resolvedAt: ends.includes(null)
      ? null
      : (ends
          .filter((end) => end !== null)
          .toSorted()
          .at(-1) ?? null),
    eventAt:
      all
        .map(({ at }) => at)
        .toSorted()
        .at(-1) ?? '',
  }
}

/** The start of an alert is the earliest that is known; the rest is from the later event, or the one that resolves it. */
function newest(one: AlertState, other: AlertState): AlertState {
  const isOther = one.at === other.at ? (other.resolvedAt ?? '') > (one.resolvedAt ?? '') : other.at > one.at
  const [startedAt = one.startedAt] = [one.startedAt, other.startedAt].toSorted()
  return { ...(isOther ? other : one), startedAt }
}

/** Whether the alerts of a group belong to the same incident: they fire at the same time, or one of them is the same. */
export function isSameIncident(known: GroupState, event: GroupState): boolean {
  if (Object.keys(event.alerts).some((key) => Object.hasOwn(known.alerts, key))) return true
  const endsAfter = (state: GroupState, time: string) => state.resolvedAt === null || state.resolvedAt >= time
  return endsAfter(known, event.startedAt) && endsAfter(event, known.startedAt)
}
