const [start, end] = ['\u0001', '\u0002']

/** How `ts_headline` marks the words that it finds, in the whole of a text. */
export const marks = { options: `HighlightAll=true, StartSel=${start}, StopSel=${end}` }

const marked = new RegExp(`${start}(.*?)${end}`, 'gs')

/** The words between marks, each once, in lower case; other forms of a word and parts of a longer one are left out. */
export function markedWords(text: string | null): string[] {
  const words = [...new Set([...(text ?? '').matchAll(marked)].map(([, word = '']) => word.toLowerCase()))]
  return words.filter(
    (word, at) =>
      !words.some((other) => other !== word && other.split(/[^\p{L}\p{N}]+/u).includes(word)) &&
      !words.slice(0, at).some((earlier) => isFormOf(word, earlier)),
  )
}

/** Whether two words that share a stem differ in their endings alone: `queue` and `queues`. */
const isFormOf = (word: string, other: string) =>
  Math.abs(word.length - other.length) <= 3 && (word.startsWith(other) || other.startsWith(word))
