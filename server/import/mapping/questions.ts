import type { ImportPreview } from '#lib/contracts/app/import-preview.ts'
import type { Mapping } from '#lib/contracts/import-records.ts'
import { utcClock } from '#lib/time/wall-clock.ts'
import { type DateOrder, findNumericUnit } from '#server/import/cells/date-parts.ts'
import { readDay } from '#server/import/cells/moment.ts'
import type { Source } from '#server/import/source/source.ts'
import type { Target } from '#server/import/targets/target.ts'
import { AppError } from '#server/platform/errors.ts'

type ColumnDates = ReturnType<typeof createDates>

/** How the dates of a column are read; without an order, one that fits both is refused. */
export type OrderChoice = { readonly order: DateOrder | undefined; readonly hasShortYears: boolean }

/** Rows in which contradicting dates are looked for. */
const comparedRows = 2000
/** Rows after which a column without any text counts as empty. */
const maxEmptyRows = 20_000
const maxShown = 10

/** The dates of three numbers in a column, by the order of day and month that fits them. */
export const createDates = () => ({
  /** The first date that fits only this order. */
  dayFirst: undefined as string | undefined,
  monthFirst: undefined as string | undefined,
  /** The first different dates that fit both orders. */
  either: new Set<string>(),
  isFilled: false,
  /** True if a year of two digits may be the first number as well. */
  hasUnclearYear: false,
  isYearLast: false,
})

const threeNumbers = /^\s*(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/

/** Adds a cell; a number above 12 can only be the day. */
export function addDate(dates: ColumnDates, cell: unknown): void {
  if (typeof cell !== 'string' || cell.trim() === '') return
  dates.isFilled = true
  const match = threeNumbers.exec(cell)
  if (!match) return
  const first = Number(match[1])
  const second = Number(match[3])
  const year = match[4] ?? ''
  if (year.length === 2) {
    dates.hasUnclearYear = true
    // The year is last if the middle number is no month, or the last one no day.
    dates.isYearLast ||= second > 12 || Number(year) > 31 || Number(year) === 0
  }
  if (first > 12 && second <= 12) dates.dayFirst ??= cell.trim()
  else if (second > 12 && first <= 12) dates.monthFirst ??= cell.trim()
  else if (dates.either.size < maxShown && (first !== second || year.length === 2)) dates.either.add(cell.trim())
}

const isNeeded = ({ dayFirst, monthFirst, either }: ColumnDates): boolean =>
  dayFirst !== undefined || monthFirst !== undefined || either.size > 0

const isDecided = ({ dayFirst, monthFirst, hasUnclearYear, isYearLast }: ColumnDates): boolean =>
  (dayFirst === undefined) !== (monthFirst === undefined) && (!hasUnclearYear || isYearLast)

/** Reads the dates of these columns until each shows its order, to the end of the source if necessary. */
export async function readColumnDates(
  source: Source,
  columns: readonly string[],
): Promise<ReadonlyMap<string, ColumnDates>> {
  const read = [...new Set(columns)].map((column) => ({ column, pick: source.pick(column), dates: createDates() }))
  const isOpen = ({ dates }: (typeof read)[number]) =>
    dates.isFilled ? isNeeded(dates) && !isDecided(dates) : rows < maxEmptyRows
  let rows = 0
  if (read.length > 0) {
    for await (const portion of source.rows()) {
      for (const { content } of portion) if (content) for (const { dates, pick } of read) addDate(dates, pick(content))
      rows += portion.length
      if (rows >= comparedRows && !read.some(isOpen)) break
    }
  }
  return new Map(read.map(({ column, dates }) => [column, dates]))
}

/** Chooses the order of a column's dates: the one that its dates show, else the stated one. */
export function chooseOrder(dates: ColumnDates, stated: DateOrder | undefined): OrderChoice {
  if (isDecided(dates))
    return { order: dates.dayFirst === undefined ? 'month-first' : 'day-first', hasShortYears: dates.isYearLast }
  return { order: stated, hasShortYears: stated !== undefined }
}

/** The columns whose dates show no order, with dates of theirs and the two days that each may be. */
type DateQuestion = NonNullable<ImportPreview['date_question']>

export function askDateOrder(
  datesByColumn: ReadonlyMap<string, ColumnDates>,
  stated: DateOrder | undefined,
): DateQuestion | null {
  if (stated !== undefined) return null
  const open = [...datesByColumn].filter(([, dates]) => isNeeded(dates) && !isDecided(dates))
  if (open.length === 0) return null
  const listDates = ({ dayFirst, monthFirst, either }: ColumnDates) =>
    [dayFirst, monthFirst, ...either].filter((date) => date !== undefined)
  const texts = [...new Set(open.flatMap(([, dates]) => listDates(dates)))].slice(0, maxShown)
  const read = (text: string, order: DateOrder) => {
    const day = readDay(text, { order, hasShortYears: true, format: undefined, clock: utcClock })
    return typeof day === 'string' ? day : null
  }
  return {
    columns: open.map(([column]) => column),
    dates: texts.map((text) => ({
      text,
      day_first: read(text, 'day-first'),
      month_first: read(text, 'month-first'),
    })),
  }
}

/** Formats the question for an import that nobody watches. */
export function describeDateQuestion({ columns, dates }: DateQuestion): string {
  const some = dates.slice(0, 3).map(({ text }) => JSON.stringify(text))
  return `Dates such as ${some.join(', ')} of ${columns.join(', ')} may be day first or month first, and their column does not show which. Say it in the mapping: {"date_order": "day-first"} or {"date_order": "month-first"}.`
}

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

/** Returns the answer of a mapping. Without one, a log is decided by its columns; other records have one row each. */
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
