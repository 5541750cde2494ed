import { isChangeNumber } from '#lib/domain/change-number.ts'
import { Fault, quoted } from './fault.ts'
import { readText } from './text.ts'

/** A cell as the number of one change; texts such as `TBD` or `#N/A`, and several numbers in one cell, are Faults. */
export function readChangeNumber(cell: unknown): string | Fault {
  const text = readText(cell)
  if (text instanceof Fault || isChangeNumber(text)) return text
  const numbers = text.split(/[\s,;|]+/).filter((part) => /\d/.test(part))
  return new Fault(`${quoted(text)} ${numbers.length > 1 ? 'names several changes' : 'is not the number of a change'}`)
}
