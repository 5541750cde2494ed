import type { Page } from '#lib/contracts/pages.ts'
import { shorten } from '#lib/text/shorten.ts'

/** Maximum characters of an answer, about 6,000 tokens of a model. */
export const maxAnswer = 24_000
/** Minimum and maximum length to which a text in a record is cut. */
const shortestText = 50
const longestText = 4_000

/** Formats a value as JSON without empty members; a text stays as it is. Long texts are cut until the answer fits. */
export function writeBoundedJson(value: unknown): string {
  if (typeof value === 'string') return cutAnswer(value)
  for (let length = longestText; length >= shortestText; length /= 2) {
    const text = toJson(value, length)
    if (text.length <= maxAnswer) return text
  }
  return cutAnswer(toJson(value, shortestText))
}

/** Reads the rows of a list that fit into an answer, with their total and the cursor of the next ones. */
export async function readBoundedList<Row>(
  limit: number,
  read: (limit: number) => Promise<Page<Row>>,
): Promise<string> {
  const { rows, total, next } = await read(limit)
  const answer = { total_count: total, result: rows, next_cursor: next ?? undefined }
  const { length } = toJson(answer, longestText)
  if (length <= maxAnswer || limit === 1) return writeBoundedJson(answer)
  return readBoundedList(Math.max(1, Math.floor((limit * maxAnswer) / length) - 1), read)
}

const toJson = (value: unknown, textLength: number): string =>
  JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'string') return shorten(inner, textLength)
    return isEmpty(inner) ? undefined : inner
  })

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

const cutAnswer = (text: string) => shorten(text, maxAnswer, '… [The answer was too long and ends here.]')

/** Characters of one part of a long text, which leaves room for the note on further parts. */
const partLength = maxAnswer - 200

/** Returns one part of a long text, counted from 1, with the number of parts. */
export function slicePart(text: string, part: number): string {
  const count = Math.max(1, Math.ceil(text.length / partLength))
  if (count === 1 && part === 1) return text
  const end = part * partLength
  const more = part < count ? `; call again with part ${part + 1}` : ''
  return `${text.slice(end - partLength, end)}\n\n[Part ${part} of ${count}${more}.]`
}
