/**
 * Compares numbers of records without regard to the case of ASCII letters and without a leading word, so that `Change
 * CHG0001`, `chg0001` and `CHG0001` are equal. `numberKeySql` of server/schema/columns.ts does the same in SQL.
 */

/** A word such as "Change" before a number: a pattern for JavaScript and PostgreSQL, in any case. */
export const leadingWord = '^(change|incident)( (request|ticket|record|number))?[ :#]+(?=[^ ]*[0-9][^ ]*$)'

const leading = new RegExp(leadingWord, 'i')

/** Removes a word such as "Change" before a number. */
export const removeLeadingWord = (number: string): string => number.replace(leading, '')

export const numberKey = (number: string): string =>
  removeLeadingWord(number).replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

const maxNames = 3

/** Joins numbers to a phrase: `INC1, INC2, INC3 and 2 more`. */
export const listNumbers = (numbers: readonly string[]) =>
  numbers.slice(0, maxNames).join(', ') + (numbers.length > maxNames ? ` and ${numbers.length - maxNames} more` : '')
