import { pickMember } from './json-source.ts'
import { isDeepText } from './limits.ts'
import type { CellPicker } from './source.ts'

/**
 * Creates a picker for the cell of a column, by its position in the header. A column that the header lacks, such as
 * `metadata.tags`, is a member of the object that the cell of `metadata` contains as JSON.
 */
export function pickCell(header: readonly string[], column: string): CellPicker {
  const index = header.indexOf(column)
  if (index >= 0) return (content) => (content as readonly string[])[index]
  const parent = header.findIndex((name) => column.startsWith(`${name}.`))
  if (parent < 0) return () => undefined
  const pick = pickMember(column.slice((header[parent]?.length ?? 0) + 1))
  return (content) => {
    const object = readJsonObject((content as readonly string[])[parent])
    return object && pick(object)
  }
}

/** Reads the object that a cell contains as JSON; undefined for any other cell. */
export function readJsonObject(cell: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof cell !== 'string' || !/^\s*\{/.test(cell) || isDeepText(cell)) return undefined
  try {
    return JSON.parse(cell)
  } catch {
    return undefined
  }
}
