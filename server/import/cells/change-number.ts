import { isChangeNumber } from '#lib/domain/change/change-number.ts'
import { removeLeadingWord } from '#lib/text/record-number.ts'
import { Fault, quoteCell, readText } from './text.ts'

const maxLength = 64

/** Reads the number of one change, without a word before it. `TBD`, `#N/A` and several numbers are Faults. */
export function readChangeNumber(cell: unknown): string | Fault {
  const text = readText(cell)
  if (text instanceof Fault) return text
  return isChangeNumber(text) ? removeLeadingWord(text) : new Fault(explainBadNumber(text))
}

/** Reads a cell that may be the name of a change; the lookup of known changes decides that later. */
export function readChangeName(cell: unknown): string | Fault {
  const text = readText(cell)
  if (text instanceof Fault) return text
  return text.length > maxLength ? new Fault(explainBadNumber(text)) : removeLeadingWord(text)
}

export function explainBadNumber(text: string): string {
  const numbers = text.split(/[\s,;|]+/).filter((part) => /\d/.test(part))
  return `${quoteCell(text)} ${numbers.length > 1 ? 'names several changes' : 'is not the number of a change'}`
}
