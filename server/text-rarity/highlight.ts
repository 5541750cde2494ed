const start = '\u0001'
const end = '\u0002'

/** Options of `ts_headline` to mark the words that it finds, in the whole text. */
export const marks = { options: `HighlightAll=true, StartSel=${start}, StopSel=${end}` }

const marked = new RegExp(`${start}([^${start}${end}]*)${end}`, 'g')

/** Maximum letters by which the forms of a word may differ. */
const longestEnding = 3

/**
 * Returns the words between marks, in lower case and without duplicates. Other forms of a word and parts of a longer
 * one are left out.
 */
export function listHighlightedWords(text: string | null): string[] {
  const words = new Set([...(text ?? '').matchAll(marked)].map(([, word = '']) => word.toLowerCase()))
  const parts = new Set<string>()
  for (const word of words) {
    for (const part of word.split(/[^\p{L}\p{N}]+/u)) if (part !== word) parts.add(part)
  }
  const earlier = new Set<string>()
  const earlierStems = new Set<string>()
  return [...words].filter((word) => {
    const stems = listStems(word)
    const isForm = earlierStems.has(word) || stems.some((stem) => earlier.has(stem))
    earlier.add(word)
    for (const stem of stems) earlierStems.add(stem)
    return !isForm && !parts.has(word)
  })
}

/** Returns a word without its ending, in several lengths, such as `queue` for `queues`. */
const listStems = (word: string) =>
  Array.from({ length: Math.min(longestEnding, word.length) }, (_, index) => word.slice(0, word.length - index - 1))
