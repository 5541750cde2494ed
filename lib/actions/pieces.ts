/**
 * A part of a sentence: text, a record with an optional link, or an instant, which is shown in the zone of the reader.
 */
export type Piece = string | { readonly record: string; readonly href?: string } | { readonly instant: string }

/** Joins entries as `a, b and c`; each entry may have several pieces. */
export function joinPieces(entries: readonly (readonly Piece[])[], last = 'and'): Piece[] {
  return entries.flatMap((entry, index) => {
    if (index === 0) return entry
    return [index === entries.length - 1 ? ` ${last} ` : ', ', ...entry]
  })
}
