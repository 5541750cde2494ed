/** The columns that a file of refused rows has in front, and the members that a refused JSON record is given. */
export const lineColumn = 'refused_line'
export const reasonColumn = 'refused_reason'

/** A cell of a file of refused rows as it was before it was made harmless for a spreadsheet. */
export const unescapeFormulas = (cells: readonly string[]): string[] =>
  cells.map((cell) => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell))
