import { AppError } from '#server/platform/errors.ts'

/** The most columns of a file. A file within it costs time in proportion to its size, whatever it holds. */
export const maxColumns = 1_000

/** The most levels of objects and lists in one JSON record. */
const maxDepth = 100

/** The reason to refuse a record that nests deeper. */
export const depthFault = `nests objects or lists more than ${maxDepth} levels deep`

/** Throws `invalid_request` for a header with too many columns; `line` is where it stands in the file. */
export function assertColumns(count: number, line: number): void {
  if (count <= maxColumns) return
  const [found, most] = [count, maxColumns].map((columns) => columns.toLocaleString('en'))
  throw new AppError('invalid_request', `The header on line ${line} has ${found} columns; a file has at most ${most}.`)
}

/** Whether a JSON text nests too deep. It counts brackets, so that only texts of a bounded depth are parsed. */
export function isDeepText(text: string): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (isInString) {
      if (letter === '\\') at += 1
      else if (letter === '"') isInString = false
    } else if (letter === '"') isInString = true
    else if (letter === '{' || letter === '[') {
      depth += 1
      if (depth > maxDepth) return true
    } else if (letter === '}' || letter === ']') depth -= 1
  }
  return false
}

/** Whether a value of JSON nests too deep. */
export function isDeepValue(value: unknown, levels = maxDepth): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member) => isDeepValue(member, levels - 1))
}
