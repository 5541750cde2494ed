/**
 * How numbers of records are compared, in JavaScript and in SQL (`numberKeySql` of server/schema/columns.ts): without regard
 * to the case of ASCII letters and without a leading word, so that `Change CHG0001`, `chg0001` and `CHG0001` are one.
 */

/** A word such as "Change" before a number, as a pattern of JavaScript and of PostgreSQL; its case is ignored. */
export const leadingWord = '^(change|incident)( (request|ticket|record|number))?[ :#]+(?=[^ ]*[0-9][^ ]*$)'

const leading = new RegExp(leadingWord, 'i')

/** A number without a word such as "Change" before it, as it is written. */
export const withoutWord = (number: string): string => number.replace(leading, '')

/** A number as it is compared with others. */
export const numberKey = (number: string): string =>
  withoutWord(number).replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** How many numbers a sentence names. */
const maxNames = 3

/** `INC1, INC2, INC3 and 2 more` */
export const listNumbers = (numbers: readonly string[]) =>
  numbers.slice(0, maxNames).join(', ') + (numbers.length > maxNames ? ` and ${numbers.length - maxNames} more` : '')
