/** Whether every one of the wanted conditions is among those of a filter. */
export const holdsParts = (parts: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every((text) => parts.includes(text))

/** The conditions with the wanted ones added, or taken out where all of them are there. */
export function toggleParts(parts: readonly string[], wanted: readonly string[]): readonly string[] {
  const others = parts.filter((text) => !wanted.includes(text))
  return holdsParts(parts, wanted) ? others : [...others, ...wanted]
}

/** Conditions as one filter; undefined without any. */
export const joinParts = (parts: readonly string[]): string | undefined =>
  parts.length === 0 ? undefined : parts.join(' AND ')
