import { shorten } from '#lib/text/shorten.ts'
import { displayedValue } from '../cells/servicenow-value.ts'

const maxShown = 200

/** A cell as a person reads it. */
export function shownCell(cell: unknown): string {
  const displayed = displayedValue(cell) ?? ''
  const text = typeof displayed === 'object' ? JSON.stringify(displayed) : String(displayed)
  return shorten(text, maxShown)
}
