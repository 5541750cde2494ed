export type RefusedRow = {
  readonly place: string
  readonly reason: string
  /** Values by column: texts of a CSV file, any value of a JSON record. */
  readonly cells: Record<string, unknown>
}

/** Describes the place of a row, such as `line 12`. */
export const describePlace = (place: string): string => (/^\d+$/.test(place) ? `line ${place}` : place)

/** Converts a cell to the text of its input: a string as it is, any other value as JSON. */
export const formatCell = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)

/** Replaces a cell. An edited number or object becomes the parsed value if the text is valid JSON, else the text. */
export function correctCell(cells: RefusedRow['cells'], column: string, text: string): RefusedRow['cells'] {
  const old = cells[column]
  return { ...cells, [column]: typeof old === 'object' || typeof old === 'number' ? parsed(text) : text }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Lists the columns of refused rows: those of the file, or the keys of all records if the file has none. */
export const listColumns = (columns: readonly string[], rows: readonly RefusedRow[]): string[] =>
  columns.length > 0 ? [...columns] : [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))]
