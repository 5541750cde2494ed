/**
 * Finds the name that was probably meant: the same ignoring case, the same without its prefix (`source_pir` for
 * `metadata.source_pir`), or with at most a third of its characters different. Undefined if none is near.
 */
export function findNearestName(written: string, names: readonly string[]): string | undefined {
  let nearest: string | undefined
  let smallest = Number.POSITIVE_INFINITY
  for (const name of names) {
    const whole = distance(written, name, allowance(name))
    const suffix = name.slice(name.lastIndexOf('.') + 1)
    const least = Math.min(whole, distance(written, suffix, allowance(suffix)))
    if (least < smallest) {
      smallest = least
      nearest = name
    }
  }
  return nearest
}

const allowance = (name: string) => Math.max(1, Math.floor(name.length / 3))

/** Levenshtein distance, ignoring case and the kind of separator; infinite above `limit`. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return Number.POSITIVE_INFINITY
  const from = a.toLowerCase().replaceAll('-', '_')
  const to = b.toLowerCase().replaceAll('-', '_')
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const substitution = at(previous, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1)
      current.push(Math.min(substitution, at(previous, column) + 1, at(current, column - 1) + 1))
    }
    previous = current
  }
  const result = at(previous, to.length)
  return result > limit ? Number.POSITIVE_INFINITY : result
}

const at = (row: readonly number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY
