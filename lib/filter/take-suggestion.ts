import type { FilterCompletion, FilterSuggestion } from './complete.ts'

/** The text and the cursor (in UTF-16 units) after a suggestion is accepted. */
export function takeSuggestion(
  text: string,
  { from, to }: Pick<FilterCompletion, 'from' | 'to'>,
  { text: word }: FilterSuggestion,
): { text: string; cursor: number } {
  const before = text.slice(0, from)
  const start = /^[,)]/.test(word) ? before.trimEnd() : endWithSpace(before)
  const rest = text.slice(to).replace(/^ /, '')
  const end = word === '(' ? '' : ' '
  const insertion = `${start}${word}${end}`
  return { text: insertion + rest, cursor: insertion.length }
}

/** Adds a space unless the text is empty or ends with a space or an opening parenthesis. */
const endWithSpace = (text: string) => (text === '' || /[\s(]$/.test(text) ? text : `${text} `)
