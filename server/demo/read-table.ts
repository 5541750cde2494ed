/**
 * Reads a table written as text: one row a line, cells parted by `|`, blank lines left out.
 * Throws when a row has another number of cells than there are columns.
 */
export function readTable<const Columns extends readonly string[]>(
  columns: Columns,
  text: string,
): Record<Columns[number], string>[] {
  return text.split('\n').flatMap((line) => {
    if (line.trim() === '') return []
    const cells = line.split('|').map((cell) => cell.trim())
    if (cells.length !== columns.length) throw new Error(`Not ${columns.length} cells: ${line}`)
    const row = Object.fromEntries(columns.map((column, index) => [column, cells[index]]))
    return [row as Record<Columns[number], string>]
  })
}
