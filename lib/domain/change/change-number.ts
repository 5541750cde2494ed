/** True if a text is the number of one change: a digit, no separator, and at most one blank, as in "CHG 4711". */
export const isChangeNumber = (text: string): boolean =>
  /\d/.test(text) && !/^#|[,;|\n]|\s\S+\s/.test(text) && !/\d\s+\S*\d/.test(text)

/** Letters and digits with an optional separator, and not a part of a longer word: CHG0030032, chg-30032. */
const numberInText = /(?<![A-Za-z0-9])[A-Za-z]{2,12}[-_]?\d{1,20}(?![A-Za-z0-9])/g

/** Maximum numbers that are read from texts. */
const maxNumbers = 20

/**
 * Finds possible change numbers in texts such as a branch name or a commit title, in order, as written and in capitals.
 */
export function findChangeNumbers(texts: readonly (string | null | undefined)[]): string[] {
  const numbers = texts.flatMap((text) => text?.match(numberInText) ?? [])
  return [...new Set(numbers.flatMap((number) => [number, number.toUpperCase()]))].slice(0, maxNumbers)
}
