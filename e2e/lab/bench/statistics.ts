/** The value below which `percent` percent of the values lie (nearest rank); NaN without values. */
export function percentile(values: readonly number[], percent: number): number {
  const rank = Math.max(1, Math.ceil((percent / 100) * values.length))
  return values.toSorted((a, b) => a - b)[rank - 1] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 50)
