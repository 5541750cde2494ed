/** A part of a sentence: text, a record to link, or an instant that is shown in the reader's zone. */
export type Piece = string | { readonly record: string; readonly href?: string } | { readonly instant: string }

/** `a, b and c`, where each entry may have several pieces. */
export function joinPieces(entries: readonly (readonly Piece[])[], last = 'and'): Piece[] {
  return entries.flatMap((entry, index) => {
    if (index === 0) return entry
    return [index === entries.length - 1 ? ` ${last} ` : ', ', ...entry]
  })
}
