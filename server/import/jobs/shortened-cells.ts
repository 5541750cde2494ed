type Cells = Readonly<Record<string, unknown>>

/** Longest cell in a page of refused rows, in characters; the text of an article can be a hundred times as long. */
const maxLength = 2_000
const ending = /… \([\d,]+ more characters\)$/

/** A long cell as a page shows it: its beginning and the number of characters that are left out. */
function shortened(cell: unknown): unknown {
  const text = typeof cell === 'string' ? cell : (JSON.stringify(cell) ?? '')
  if (text.length <= maxLength) return cell
  return `${text.slice(0, maxLength).toWellFormed()}… (${(text.length - maxLength).toLocaleString('en')} more characters)`
}

export const shortenedCells = (cells: Cells): Record<string, unknown> =>
  Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, shortened(cell)]))

const isShortened = (cell: unknown): cell is string =>
  typeof cell === 'string' && cell.length > maxLength && ending.test(cell)

/** Puts whole cells in the place of shortened ones. */
export function createRestorer(rows: readonly Cells[]) {
  const shortenedCells = new Set(rows.flatMap((row) => Object.values(row).filter(isShortened)))
  const wholeCells = new Map<string, unknown>()
  const ambiguous = new Set<string>()
  return {
    isNeeded: shortenedCells.size > 0,
    /** Remembers the cells of an original row that the rows have shortened. */
    learn(cells: Cells) {
      for (const cell of Object.values(cells)) {
        const short = shortened(cell)
        if (short === cell || !shortenedCells.has(short as string)) continue
        if (wholeCells.has(short as string) && wholeCells.get(short as string) !== cell) ambiguous.add(short as string)
        wholeCells.set(short as string, cell)
      }
    },
    /** The whole row; undefined for the column of a cell that cannot be restored. */
    restore(row: Cells): { readonly row: Cells } | { readonly lostColumn: string } {
      const lost = Object.entries(row).find(
        ([, cell]) => isShortened(cell) && (!wholeCells.has(cell) || ambiguous.has(cell)),
      )
      if (lost) return { lostColumn: lost[0] }
      const whole = Object.entries(row).map(([name, cell]) => [name, isShortened(cell) ? wholeCells.get(cell) : cell])
      return { row: Object.fromEntries(whole) }
    },
  }
}
