const counts = new Intl.NumberFormat('en')

/** A whole number with separators, the same on server and browser: `1,204`. */
export function formatCount(value: number): string {
  return counts.format(value)
}
