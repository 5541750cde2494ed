import { AppError } from '#server/platform/errors.ts'
import { nestsDeeper } from '#server/platform/http/read-body.ts'

/**
 * Maximum columns of a file. Within this limit, the cost of a file is proportional to its size, whatever its content.
 */
export const maxColumns = 1_000

/** Maximum levels of objects and lists in one JSON record. */
const maxDepth = 100

/** The reason to refuse a record with deeper nesting. */
export const depthFault = `nests objects or lists more than ${maxDepth} levels deep`

/**
 * Throws `invalid_request` for a header or a row of a workbook with too many columns; a row is an array up to its last
 * cell, even if it has only that one. `line` is its line in the file.
 */
export function assertColumns(count: number, line: number, what: 'header' | 'row' = 'header'): void {
  if (count <= maxColumns) return
  const [found, most] = [count, maxColumns].map((columns) => columns.toLocaleString('en'))
  throw new AppError('invalid_request', `The ${what} on line ${line} has ${found} columns; a file has at most ${most}.`)
}

/** True if a JSON text is nested too deeply. */
export const isDeepText = (text: string): boolean => nestsDeeper(text, maxDepth)

/** True if a JSON value is nested too deeply. */
export function isDeepValue(value: unknown, levels = maxDepth): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member) => isDeepValue(member, levels - 1))
}
