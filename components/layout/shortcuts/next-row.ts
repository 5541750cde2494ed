type Place = {
  /** Index of the row with the focus; -1 for none. */
  readonly here: number
  /** Index of the row that had the focus last; null before. */
  readonly last: number | null
  readonly count: number
}

/** The row to go to; undefined past the ends. After the focused row has left the list, the one in its place is next. */
export function nextRow({ here, last, count }: Place, step: 1 | -1): number | undefined {
  const next = here !== -1 ? here + step : last === null ? (step === 1 ? 0 : count - 1) : step === 1 ? last : last - 1
  if (here !== -1 && (next < 0 || next >= count)) return undefined
  return count === 0 ? undefined : Math.min(Math.max(next, 0), count - 1)
}
