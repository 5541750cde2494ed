import { isChangeNumber } from '#lib/domain/change/change-number.ts'
import { withoutWord } from '#lib/text/record-number.ts'
import { Fault, quoteCell } from './fault.ts'
import { readText } from './text.ts'

const maxLength = 64

/**
 * A cell as the number of one change, without a word such as "Change" before it; texts such as `TBD` or `#N/A`, and
 * several numbers in one cell, are Faults.
 */
export function readChangeNumber(cell: unknown): string | Fault {
  const text = readText(cell)
  if (text instanceof Fault) return text
  return isChangeNumber(text) ? withoutWord(text) : new Fault(changeNumberIssue(text))
}

/** A cell that may be the name of a change: whether it is one is decided when the known changes are looked up. */
export function readChangeName(cell: unknown): string | Fault {
  const text = readText(cell)
  if (text instanceof Fault) return text
  return text.length > maxLength ? new Fault(changeNumberIssue(text)) : withoutWord(text)
}

/** Why a text is not the number of one change. */
export function changeNumberIssue(text: string): string {
  const numbers = text.split(/[\s,;|]+/).filter((part) => /\d/.test(part))
  return `${quoteCell(text)} ${numbers.length > 1 ? 'names several changes' : 'is not the number of a change'}`
}
