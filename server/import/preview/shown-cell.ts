import { shorten } from '#lib/text/shorten.ts'
import { displayedValue } from '../cells/servicenow-value.ts'

const maxShown = 200

/** A cell as a person reads it. */
export function shownCell(cell: unknown): string {
  const shown = displayedValue(cell) ?? ''
  const text = typeof shown === 'object' ? JSON.stringify(shown) : String(shown)
  return shorten(text, maxShown)
}
