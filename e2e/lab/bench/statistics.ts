/**
 * The value below which `percent` percent of the values lie (nearest rank); NaN without values. Expects ascending
 * values.
 */
export function percentile(ascending: readonly number[], percent: number): number {
  const rank = Math.max(1, Math.ceil((percent / 100) * ascending.length))
  return ascending[rank - 1] ?? Number.NaN
}

/** The middle value, or the mean of the two middle values; NaN without values. */
export function median(values: readonly number[]): number {
  const ascending = values.toSorted((a, b) => a - b)
  const middle = ascending.length / 2
  const upper = ascending[Math.floor(middle)] ?? Number.NaN
  return Number.isInteger(middle) ? ((ascending[middle - 1] ?? Number.NaN) + upper) / 2 : upper
}
