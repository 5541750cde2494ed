type RowCells = Readonly<Record<string, unknown>>

/** Maximum characters of a cell in a page of refused rows; the text of an article can be a hundred times as long. */
const maxLength = 2_000
const ending = /… \([\d,]+ more characters\)$/

/** Shortens a long cell for a page: its beginning and the number of omitted characters. */
function shortenCell(cell: unknown): unknown {
  const text = typeof cell === 'string' ? cell : (JSON.stringify(cell) ?? '')
  if (text.length <= maxLength) return cell
  return `${text.slice(0, maxLength).toWellFormed()}… (${(text.length - maxLength).toLocaleString('en')} more characters)`
}

export const shortenCells = (cells: RowCells): Record<string, unknown> =>
  Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, shortenCell(cell)]))

const isShortened = (cell: unknown): cell is string =>
  typeof cell === 'string' && cell.length > maxLength && ending.test(cell)

/** Creates a restorer that replaces shortened cells by the original ones. */
export function createRestorer(rows: readonly RowCells[]) {
  const shortenedCells = new Set(rows.flatMap((row) => Object.values(row).filter(isShortened)))
  const wholeCells = new Map<string, unknown>()
  const ambiguous = new Set<string>()
  return {
    isNeeded: shortenedCells.size > 0,
    /** Stores the original cells of a row that are shortened in the edited rows. */
    learn(cells: RowCells) {
      for (const cell of Object.values(cells)) {
        const short = shortenCell(cell)
        if (short === cell || !shortenedCells.has(short as string)) continue
        if (wholeCells.has(short as string) && wholeCells.get(short as string) !== cell) ambiguous.add(short as string)
        wholeCells.set(short as string, cell)
      }
    },
    /** Returns the whole row, or the column of a cell that cannot be restored. */
    restore(row: RowCells): { readonly row: RowCells } | { readonly lostColumn: string } {
      const lost = Object.entries(row).find(
        ([, cell]) => isShortened(cell) && (!wholeCells.has(cell) || ambiguous.has(cell)),
      )
      if (lost) return { lostColumn: lost[0] }
      const whole = Object.entries(row).map(([name, cell]) => [name, isShortened(cell) ? wholeCells.get(cell) : cell])
      return { row: Object.fromEntries(whole) }
    },
  }
}
