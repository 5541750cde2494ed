/** The months in English, German, French, Dutch and Spanish. */
const languages = [
  'january february march april may june july august september october november december',
  'januar februar märz april mai juni juli august september oktober november dezember',
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  'januari februari maart april mei juni juli augustus september oktober november december',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
].map((names) => names.split(' '))

/**
 * Finds the number of a month by its name in one of five languages, or by at least its first three letters. Returns
 * undefined for any other word, and for one such as `jui` that begins the names of several months.
 */
export function findMonthNumber(word: string): number | undefined {
  const start = word.normalize('NFC').toLowerCase()
  if (start.length < 3) return undefined
  const months = new Set(
    languages.flatMap((names) => names.flatMap((name, index) => (name.startsWith(start) ? [index + 1] : []))),
  )
  return months.size === 1 ? [...months][0] : undefined
}
