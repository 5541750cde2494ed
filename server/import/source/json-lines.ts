import type { JsonItem } from './json-items.ts'
import { maxRowLength } from './source.ts'

/** Yields the lines of an NDJSON text without empty ones; a line that is too long has a fault instead of its text. */
export async function* readJsonLines(pieces: AsyncIterable<string>): AsyncGenerator<readonly JsonItem[]> {
  let rest = ''
  let line = 0
  let isTooLong = false
  const toItems = (text: string): JsonItem[] => {
    line += 1
    const fault = `is longer than ${maxRowLength.toLocaleString('en')} characters`
    if (isTooLong || text.length > maxRowLength) return [{ line, fault }]
    return text.trim() === '' ? [] : [{ line, text }]
  }
  for await (const piece of pieces) {
    const lines = piece.split('\n')
    const items: JsonItem[] = []
    while (lines.length > 1) {
      items.push(...toItems(rest + (lines.shift() ?? '')))
      rest = ''
      isTooLong = false
    }
    rest = isTooLong ? '' : rest + (lines[0] ?? '')
    isTooLong ||= rest.length > maxRowLength
    yield items
  }
  yield toItems(rest)
}

/** True if the head of a text is NDJSON: at least two of its first lines are JSON objects by themselves. */
export function isJsonLines(head: string): boolean {
  const lines = head.split('\n', 20).filter((line) => line.trim().startsWith('{'))
  return lines.filter((line) => isObject(line)).length > 1
}

function isObject(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
