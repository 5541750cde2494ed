const hour = 3_600_000
const day = 24 * hour

/** Intervals between ticks; beyond the last one, the interval is doubled until the ticks fit. */
const steps = [hour, 3 * hour, 6 * hour, 12 * hour, day, 2 * day, 7 * day, 14 * day, 28 * day]

export type TimeTicks = { readonly times: readonly number[]; readonly areDays: boolean }

/**
 * Returns the ticks of a time scale: at most `max` full hours or days between two instants, in a zone that is `offset`
 * milliseconds ahead of UTC.
 */
export function computeTimeTicks(from: number, to: number, offset: number, max: number): TimeTicks {
  const length = to - from
  if (!(length > 0) || max < 1) return { times: [], areDays: false }
  let step = steps.find((candidate) => length / candidate <= max) ?? day * 56
  while (length / step > max) step *= 2
  const first = Math.ceil((from + offset) / step) * step - offset
  const count = Math.max(0, Math.floor((to - first) / step) + 1)
  return {
    times: Array.from({ length: count }, (_, index) => first + index * step).slice(0, max),
    areDays: step >= day,
  }
}
