import { z } from 'zod'
import type { Mapping } from '#lib/contracts/import-records.ts'
import { utcClock } from '#lib/time/wall-clock.ts'
import { findNumericUnit, parseDate } from '#server/import/cells/date-parts.ts'
import { type DateReading, findDateFormat, openClock } from '#server/import/cells/moment.ts'
import { pickMember } from '#server/import/source/json-source.ts'
import {
  depthFault,
  foldColumnName,
  isDeepValue,
  isUtcColumn,
  maxColumns,
  type RowContent,
  removeZone,
  type Source,
} from '#server/import/source/source.ts'
import {
  type CheckedRow,
  type FieldSpecs,
  noRemarks,
  type RowRemarks,
  type Target,
} from '#server/import/targets/target.ts'
import { AppError } from '#server/platform/errors.ts'
import { describeUnusedColumns, type Feed, listMappedColumns, planFeeds } from './plan-feeds.ts'
import {
  askDateOrder,
  chooseOrder,
  chooseRows,
  createDates,
  mapLatestColumn,
  type OrderChoice,
  readColumnDates,
} from './questions.ts'
import { createRowReader, type ReadRow } from './row-reader.ts'
import { addWords, chooseSystem, type FileSystem, type OrganisationWords, type Sample } from './sample.ts'

/** The rules for the rows of a file, and what was found out about it. */
export type PreparedImport = Awaited<ReturnType<typeof prepareImport>>

type PrepareOptions = {
  readonly sample: Sample
  readonly mapping: Mapping
  readonly remarks: RowRemarks
  readonly words: OrganisationWords
}

/** Words that count as empty cells, unless the mapping names others. */
const emptyWords = ['?', '-', '--', 'N/A', 'n/a', 'NULL', 'null', '(empty)', '\\N', 'NaN']

/** Decides how to read the rows of a source. Throws `invalid_request` if it cannot be read. */
export async function prepareImport(
  source: Source,
  target: Target,
  { sample, mapping: stated, remarks, words }: PrepareOptions,
) {
  const mapping = mapLatestColumn(target, stated, sample.examples)
  const { feeds: planned, unused } = planFeeds(target.fields, mapping, sample.columns)
  const system = chooseSystem(target, mapping, planned, sample)
  const feeds = addWords(addWords(planned, words), system.words)
  const dated = feeds.filter(({ field, format }) => target.fields[field]?.isDate && format === null)
  const dates = await readColumnDates(
    source,
    dated.flatMap(({ columns }) => columns),
  )
  const zone = mapping.time_zone
  const wordsRead = new Set<string>()
  const empties = mapping.empty ?? (isOwnExport(sample.columns, target) ? [] : emptyWords)
  const reader = {
    specs: chooseSpecs(target.fields, sample.columns, system),
    pick: source.pick,
    empties: new Set(empties),
    ...(mapping.empty === undefined && { onEmptyWord: (word: string) => void wordsRead.add(word) }),
    dates: createDateReadings(zone, ({ columns: [column = ''] }) =>
      chooseOrder(dates.get(column) ?? createDates(), mapping.date_order),
    ),
  }
  const readRow = createRowReader({ ...reader, feeds, remarks })
  /** Columns that hold values and fill no field. */
  const unimported = unused.filter((column) => (sample.examples.get(column) ?? []).length > 0)
  const hasLocalTimes = listExamples(dated, sample).some(({ example }) => isLocalTime(example))
  return {
    feeds,
    unused,
    unimported,
    choice: chooseRows(target, mapping),
    /** The columns of the log, of which the greatest value counts unless the order of the file does. */
    latestColumns: target.logColumns.flatMap(({ field }) => feeds.find((feed) => feed.field === field)?.columns ?? []),
    /** The question that the mapping must answer before the import can run. */
    dateQuestion: askDateOrder(dates, mapping.date_order),
    recognised: system.recognised,
    hasLocalTimes,
    /** The words that were read as empty cells so far, unless the mapping names them. */
    wordsRead,
    remarks: [
      ...source.remarks,
      ...(sample.isCut
        ? [`Only the first ${maxColumns.toLocaleString('en')} different members of the records are read.`]
        : []),
      ...system.remarks,
      ...describeNumbers(dated, sample),
      ...describeUnusedColumns(target, mapping, { feeds, unused }),
      ...describeUnimported(unimported),
      ...(source.openEnd === undefined ? [] : [source.openEnd]),
      ...(zone === undefined && hasLocalTimes ? ['Times without a zone are treated as UTC.'] : []),
    ],
    /** Reads single fields of a row as `checkRow` does. */
    createReader: (fields: readonly string[], remarks: RowRemarks) =>
      createRowReader({ ...reader, feeds: feeds.filter(({ field }) => fields.includes(field)), remarks }),
    checkRow: (content: RowContent) => checkRead(target, readRow(content), remarks),
  }
}

const maxNamed = 20

function describeUnimported(columns: readonly string[]): string[] {
  if (columns.length === 0) return []
  const named = columns.slice(0, maxNamed).join(', ')
  const more = columns.length - maxNamed
  return [`Columns with values that are not imported: ${named}${more > 0 ? ` and ${more} more` : ''}.`]
}

/** Prepares rows by a mapping that names the system and every column. Throws `invalid_request` for an invalid one. */
export function prepareStatedRows(
  target: Target,
  stated: Mapping,
  words: OrganisationWords,
  remarks: RowRemarks = noRemarks,
) {
  const mapping = mapLatestColumn(target, stated, new Map())
  const columns = listMappedColumns(mapping)
  const planned = planFeeds(target.fields, mapping, columns).feeds
  const system = chooseSystem(target, mapping, planned, { columns, examples: new Map(), isCut: false })
  const feeds = addWords(addWords(planned, words), system.words)
  const readRow = createRowReader({
    specs: chooseSpecs(target.fields, columns, { isKnown: true }),
    feeds,
    pick: pickMember,
    empties: new Set(mapping.empty),
    remarks,
    dates: createDateReadings(mapping.time_zone, () => chooseOrder(createDates(), mapping.date_order)),
  })
  return {
    feeds,
    choice: chooseRows(target, mapping),
    checkRow: (row: RowContent): CheckedRow =>
      isDeepValue(row) ? { issues: [depthFault] } : checkRead(target, readRow(row), remarks),
  }
}

const checkRead = (target: Target, { values, issues }: ReadRow, remarks: RowRemarks): CheckedRow =>
  issues.length > 0 ? { issues } : target.check(values, remarks)

/** Returns the fields with the readers that apply in a file with these columns. */
function chooseSpecs(
  fields: FieldSpecs,
  columns: readonly string[],
  { isKnown }: Pick<FileSystem, 'isKnown'>,
): FieldSpecs {
  const folded = new Set(columns.map(foldColumnName))
  return Object.fromEntries(
    Object.entries(fields).map(([field, spec]) => {
      const { beside } = spec
      return [field, beside && (isKnown || folded.has(beside.column)) ? { ...spec, read: beside.read } : spec]
    }),
  )
}

function createDateReadings(zone: string | undefined, chooseFeedOrder: (feed: Feed) => OrderChoice) {
  const clock = openClock(zone ?? 'UTC')
  return (feed: Feed): DateReading => ({
    ...chooseFeedOrder(feed),
    format: openFormat(feed),
    clock: feed.columns.every(isUtcColumn) ? utcClock : clock,
  })
}

/** Returns the format of a feed's dates, if its mapping states one. Throws `invalid_request` for an invalid one. */
function openFormat({ field, format }: Feed): DateReading['format'] {
  if (format === null) return undefined
  const dateFormat = findDateFormat(format)
  if (dateFormat) return dateFormat
  throw new AppError(
    'invalid_request',
    `The mapping has an invalid date format ${format} for ${field}; a valid one is dd-MM-yyyy HH:mm.`,
  )
}

/** True if the file is an export of Hindsight, in which every cell stands as it is stored. */
function isOwnExport(columns: readonly string[], { exported }: Target): boolean {
  const names = new Set(columns.map((column) => removeZone(column).split('.', 1)[0] ?? ''))
  const fields = Object.entries(exported.shape)
  const isComplete = fields.every(([name, schema]) => schema instanceof z.ZodOptional || names.has(name))
  return isComplete && [...names].every((name) => Object.hasOwn(exported.shape, name))
}

const listExamples = (dated: readonly Feed[], { examples }: Sample) =>
  dated.flatMap(({ columns }) =>
    columns.flatMap((column) => (examples.get(column) ?? []).map((example) => ({ column, example }))),
  )

const isLocalTime = (example: string) =>
  (/\d:\d/.test(example) || findNumericUnit(example) === 'days of a spreadsheet') &&
  parseDate(example, 'day-first')?.offset === undefined

function describeNumbers(dated: readonly Feed[], sample: Sample): string[] {
  const remarks = new Map<string, string>()
  for (const { column, example } of listExamples(dated, sample)) {
    const unit = findNumericUnit(example)
    if (unit) remarks.set(`${column} ${unit}`, `${column}: numbers such as ${example} are read as ${unit}.`)
  }
  return [...remarks.values()]
}

export const describeEmptyWords = ({ wordsRead }: PreparedImport): string[] =>
  wordsRead.size === 0 ? [] : [`Cells with ${[...wordsRead].join(', ')} are read as empty.`]
