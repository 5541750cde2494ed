import { shorten } from '#lib/text/shorten.ts'
import { readDisplayedValue } from '#server/import/cells/servicenow-value.ts'

const maxShown = 200

/** Formats a cell for a person, by its display value. */
export function formatCell(cell: unknown): string {
  const displayed = readDisplayedValue(cell) ?? ''
  const text = typeof displayed === 'object' ? JSON.stringify(displayed) : String(displayed)
  return shorten(text, maxShown)
}
