const hour = 3_600_000
const day = 24 * hour

/** Distances between ticks, in milliseconds; beyond the last the distance is doubled until it fits. */
const steps = [hour, 3 * hour, 6 * hour, 12 * hour, day, 2 * day, 7 * day, 14 * day, 28 * day]

export type TimeTicks = { readonly times: readonly number[]; readonly areDays: boolean }

/**
 * Where to mark a scale of time: at most `most` round moments within two instants (milliseconds), whole hours or days of
 * a zone that is `offset` milliseconds ahead of UTC. None where the scale has no length.
 */
export function timeTicks(from: number, to: number, offset: number, most: number): TimeTicks {
  const length = to - from
  if (!(length > 0) || most < 1) return { times: [], areDays: false }
  let step = steps.find((candidate) => length / candidate <= most) ?? day * 56
  while (length / step > most) step *= 2
  const first = Math.ceil((from + offset) / step) * step - offset
  const count = Math.max(0, Math.floor((to - first) / step) + 1)
  return {
    times: Array.from({ length: count }, (_, index) => first + index * step).slice(0, most),
    areDays: step >= day,
  }
}

/** Milliseconds that a zone is ahead of UTC at an instant. */
export function zoneOffset(zone: string, instant: Date): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(instant)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
