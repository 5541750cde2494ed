import type { Mapping } from '#lib/contracts/import-mapping.ts'
import { findNumericUnit } from '#server/import/cells/date-parts.ts'
import type { Target } from '#server/import/targets/target.ts'
import { AppError } from '#server/platform/errors.ts'

/** Which of several rows for one record counts. */
export type RowChoice = {
  /** True if the columns of the log decide, and the order of the file only between rows that are equal in them. */
  readonly isByColumns: boolean
  /** The row of the file that counts; undefined if nobody said it, so that different rows are a question. */
  readonly order: 'first' | 'last' | undefined
  /** True if the rows after the first are refused, instead of being its earlier states. */
  readonly refusesRepeats: boolean
}

const latest = 'latest:'

/**
 * Returns the answer of a mapping. Without one, the columns of a log decide, and records without a log have one row
 * each.
 */
export function chooseRows({ isLog }: Target, { rows, last_state, newest_first }: Mapping): RowChoice {
  if (rows !== undefined) {
    const order = rows === 'first' || rows === 'last' ? rows : undefined
    return { isByColumns: order === undefined, order, refusesRepeats: false }
  }
  // Mappings that were saved before there was `rows` keep their meaning.
  if (last_state === false || (last_state === undefined && !isLog))
    return { isByColumns: false, order: 'first', refusesRepeats: true }
  const order = newest_first === true ? 'first' : last_state || newest_first === false ? 'last' : undefined
  return { isByColumns: true, order, refusesRepeats: false }
}

/**
 * Returns a mapping in which the column of `latest:` fills the field that decides: the time of an update, or their count
 * if its cells are numbers. Throws `invalid_request` for records that have no log.
 */
export function mapLatestColumn(
  { entity, isLog }: Target,
  mapping: Mapping,
  examples: ReadonlyMap<string, readonly string[]>,
): Mapping {
  if (!mapping.rows?.startsWith(latest)) return mapping
  const column = mapping.rows.slice(latest.length)
  if (!isLog)
    throw new AppError('invalid_request', `Of several rows for one of the ${entity}, the first or the last counts.`)
  const cells = examples.get(column) ?? []
  const isCount = cells.length > 0 && cells.every((cell) => /^\d{1,9}$/.test(cell) && !findNumericUnit(cell))
  const logFields = isCount ? { updated_at: null, mod_count: column } : { updated_at: column, mod_count: null }
  return { ...mapping, fields: { ...mapping.fields, ...logFields } }
}

/** How to say which row counts, wherever an import comes from. */
export const rowAnswers =
  'rows=first, rows=last or rows=latest:COLUMN (parameter rows of the API, option --rows of the command, "rows" of the mapping, or the choice on the page of the import)'
