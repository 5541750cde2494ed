import { AppError } from '#server/platform/errors.ts'
import { nestsDeeper } from '#server/platform/http/read-body.ts'

/** The most columns of a file. A file within it costs time in proportion to its size, whatever it holds. */
export const maxColumns = 1_000

/** The most levels of objects and lists in one JSON record. */
const maxDepth = 100

/** The reason to refuse a record that nests deeper. */
export const depthFault = `nests objects or lists more than ${maxDepth} levels deep`

/**
 * Throws `invalid_request` for a header with too many columns, or a row of a workbook, whose cells are an array up to the
 * last one, though the file has that one alone; `line` is where it stands in the file.
 */
export function assertColumns(count: number, line: number, what: 'header' | 'row' = 'header'): void {
  if (count <= maxColumns) return
  const [found, most] = [count, maxColumns].map((columns) => columns.toLocaleString('en'))
  throw new AppError('invalid_request', `The ${what} on line ${line} has ${found} columns; a file has at most ${most}.`)
}

/** Whether a JSON text nests too deep. */
export const isDeepText = (text: string): boolean => nestsDeeper(text, maxDepth)

/** Whether a value of JSON nests too deep. */
export function isDeepValue(value: unknown, levels = maxDepth): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member) => isDeepValue(member, levels - 1))
}
