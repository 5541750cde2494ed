import type { FilterCompletion, FilterSuggestion } from './complete.ts'

/** The text after a suggestion is taken, and where the cursor then stands, in UTF-16 units: ready for the next word. */
export function takeSuggestion(
  text: string,
  { from, to }: Pick<FilterCompletion, 'from' | 'to'>,
  { text: word }: FilterSuggestion,
): { text: string; cursor: number } {
  const before = text.slice(0, from)
  const start = /^[,)]/.test(word) ? before.trimEnd() : withSpace(before)
  const rest = text.slice(to).replace(/^ /, '')
  const end = word === '(' ? '' : ' '
  const written = `${start}${word}${end}`
  return { text: written + rest, cursor: written.length }
}

/** Text that a word can follow: an opening parenthesis or a space, else one is added. */
const withSpace = (text: string) => (text === '' || /[\s(]$/.test(text) ? text : `${text} `)
