type RowFocus = {
  /** Index of the row with the focus; -1 for none. */
  readonly focused: number
  /** Index of the row that had the focus last; null if none had it yet. */
  readonly last: number | null
  readonly count: number
}

/**
 * Returns the index of the row to focus; undefined past the ends. If the focused row has left the list, the row in its
 * place is next.
 */
export function findNextRow({ focused, last, count }: RowFocus, step: 1 | -1): number | undefined {
  if (focused !== -1) {
    const next = focused + step
    return next < 0 || next >= count ? undefined : next
  }
  if (count === 0) return undefined
  if (last === null) return step === 1 ? 0 : count - 1
  const next = step === 1 ? last : last - 1
  return Math.min(Math.max(next, 0), count - 1)
}
