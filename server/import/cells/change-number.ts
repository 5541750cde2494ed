import { isChangeNumber } from '#lib/domain/change/change-number.ts'
import { removeLeadingWord } from '#lib/text/record-number.ts'
import { Fault, quoteCell, readText } from './text.ts'

const maxLength = 64

const otherLetters = /[\uff01-\uff5e\u3000]/
const hyphens = /[\u2010-\u2015\u2212\ufe58\ufe63]/g
/** A word such as `RFC` before a number that begins with letters itself. */
const kindBefore = /^(?:rfc|chg|change|inc|incident|ticket|no\.?)[ :#]+(?=[a-z]+[-_ ]?\d+$)/i
/** A title behind a number: `CHG0001: New router`. */
const titleBehind = /^([a-z]{2,10}[-_]?\d{2,20})(?: *:| +-) *(?!.*[a-z]{2,10}[-_]?\d{3})\S.*$/is
/** What a spreadsheet makes of a long number: 2.0261E+15. */
const shortened = /^[+-]?\d(?:[.,]\d+)?e[+-]\d+$/i

/**
 * Reads the number of a record in its usual spelling: without full-width letters, other hyphens, a word before it or a
 * title behind it. A number that a spreadsheet shortened is a Fault.
 */
function readNumber(cell: unknown): string | Fault {
  const read = readText(cell)
  if (read instanceof Fault) return read
  const text = (otherLetters.test(read) ? read.normalize('NFKC') : read).replace(hyphens, '-')
  if (shortened.test(text))
    return new Fault(
      `${quoteCell(text)} was shortened by a spreadsheet; format the column as text, and export it again`,
    )
  return text.replace(titleBehind, '$1').replace(kindBefore, '')
}

/** Numbers of another kind of record, by the prefixes that ServiceNow and Remedy give them. */
const otherNumbers = { change: /^INC-?\d+$/i, incident: /^(?:CHG|CRQ)-?\d+$/i }

/** Creates the reader of the numbers of one kind of record; one of another kind is a Fault. */
export const createNumberReader = (kind: keyof typeof otherNumbers) => (cell: unknown) => {
  const number = readNumber(cell)
  return typeof number === 'string' && otherNumbers[kind].test(number)
    ? new Fault(`${quoteCell(number)} is not the number of ${kind === 'change' ? 'a change' : 'an incident'}`)
    : number
}

/** Reads the number of one change, without a word before it. `TBD`, `#N/A` and several numbers are Faults. */
export function readChangeNumber(cell: unknown): string | Fault {
  const text = readNumber(cell)
  if (text instanceof Fault) return text
  return isChangeNumber(text) ? removeLeadingWord(text) : new Fault(explainBadNumber(text))
}

/** Reads a cell that may be the name of a change; the lookup of known changes decides that later. */
export function readChangeName(cell: unknown): string | Fault {
  const text = readNumber(cell)
  if (text instanceof Fault) return text
  return text.length > maxLength ? new Fault(explainBadNumber(text)) : removeLeadingWord(text)
}

export function explainBadNumber(text: string): string {
  const numbers = text.split(/[\s,;|]+/).filter((part) => /\d/.test(part))
  return `${quoteCell(text)} ${numbers.length > 1 ? 'names several changes' : 'is not the number of a change'}`
}
