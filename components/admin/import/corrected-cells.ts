export type RefusedRow = {
  readonly place: string
  readonly reason: string
  /** Values by column: texts of a CSV file, any value of a JSON record. */
  readonly cells: Record<string, unknown>
}

/** The place of a row in words. */
export const describePlace = (place: string): string => (/^\d+$/.test(place) ? `line ${place}` : place)

/** A cell as it is edited: text as it is, another value as JSON. */
export const textOfCell = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)

/** Cells with another text in a column. What was not text stays JSON if the new text is. */
export function mendCell(cells: RefusedRow['cells'], column: string, text: string): RefusedRow['cells'] {
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

/** The columns of refused rows: the columns of the file, or else the fields that the records name. */
export const listColumns = (columns: readonly string[], rows: readonly RefusedRow[]): string[] =>
  columns.length > 0 ? [...columns] : [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))]
