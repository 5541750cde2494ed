import type { FilterReading } from './filter-parts.ts'

/** The parts of an expression; none while it is invalid. */
export const listPartTexts = (reading: FilterReading): string[] =>
  reading.ok ? reading.parts.map(({ text }) => text) : []

/** True if a filter has all wanted conditions. */
export const hasParts = (parts: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every((text) => parts.includes(text))

/** Adds the wanted conditions, or removes them when all are present. */
export function toggleParts(parts: readonly string[], wanted: readonly string[]): readonly string[] {
  const otherParts = parts.filter((text) => !wanted.includes(text))
  return hasParts(parts, wanted) ? otherParts : [...otherParts, ...wanted]
}

export const joinParts = (parts: readonly string[]): string | undefined =>
  parts.length === 0 ? undefined : parts.join(' AND ')
