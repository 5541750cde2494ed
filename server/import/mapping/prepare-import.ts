import { z } from 'zod'
import type { Mapping } from '#lib/contracts/import-mapping.ts'
import { utcClock } from '#lib/time/wall-clock.ts'
import { numericDate, parseDate } from '../cells/date-parts.ts'
import type { DateReading } from '../cells/moment.ts'
import { isBareNumber } from '../cells/vocabulary.ts'
import type { RowChoice } from '../database/staging-table.ts'
import { openClock } from '../options.ts'
import { presetOfSystem, recognisePreset, wordsOfPreset } from '../presets/find-preset.ts'
import { isUtcColumn, withoutZone } from '../source/column-names.ts'
import { maxColumns } from '../source/limits.ts'
import type { Source, SourceRow } from '../source/source.ts'
import { noRemarks, type RemarkList, type RowRemarks } from '../targets/remarks.ts'
import type { CheckedRow, Target } from '../targets/target.ts'
import { chooseOrder, noEvidence, type OrderChoice } from './date-evidence.ts'
import { openFormat, specsBeside } from './field-readers.ts'
import { findLogOrder, type LogOrder } from './log-evidence.ts'
import { addWords, type OrganisationWords } from './organisation-labels.ts'
import type { Feed } from './plan-feeds.ts'
import { planFeeds } from './plan-feeds.ts'
import { createRowReader, type ReadRow } from './row-reader.ts'
import { chooseDateOrder, type Survey, surveySource } from './survey.ts'
import { describeUnusedColumns } from './unused-columns.ts'

/** How the rows of a source become records of a target. */
export type PreparedImport = {
  readonly feeds: readonly Feed[]
  readonly unused: readonly string[]
  readonly choice: RowChoice
  /** Numbers in the preview whose identities identify rows instead of records. */
  readonly identifyingRows: ReadonlySet<string>
  /** What the mapping must say before the import can run, as a sentence. */
  readonly question: string | undefined
  /** The name of the preset for the system that the file shows to be from; undefined if its mapping names it already. */
  readonly recognised: string | undefined
  /** What was assumed, as sentences. */
  readonly remarks: readonly string[]
  readonly assumptions: Assumptions
  /** Reads single fields of a row as `checkRow` does. */
  createReader(fields: readonly string[], remarks: RowRemarks): (content: NonNullable<SourceRow['content']>) => ReadRow
  checkRow(row: SourceRow): CheckedRow
}

type Assumptions = {
  /** Cells that count as empty because there are many of them. */
  readonly placeholders: readonly string[]
  /** The order of the dates of each field that has no format. */
  readonly dateOrders: ReadonlyMap<string, OrderChoice>
  /** The zone of times without one; undefined: nobody named one, and they are treated as UTC. */
  readonly zone: string | undefined
  readonly hasLocalTimes: boolean
  /** Why one of several rows for a record counts, where the file shows it. */
  readonly rowChoice: string | undefined
}

type PrepareOptions = {
  readonly mapping: Mapping
  /** Takes precedence over the zone of the mapping. */
  readonly timeZone?: string | undefined
  readonly remarks: RemarkList
  readonly words: OrganisationWords
}

/**
 * Examines a source and decides how to read it: which columns fill which fields, how dates are written, which cells
 * count as empty. Throws `invalid_request` if that is impossible.
 */
export async function prepareImport(
  source: Source,
  target: Target,
  { mapping, timeZone, remarks, words }: PrepareOptions,
): Promise<PreparedImport> {
  const sample = await surveySource(source, target.fields)
  const { feeds: planned, unused } = planFeeds(target.fields, mapping, sample.columns)
  const system = chooseSystem(target, mapping, planned, sample)
  const specs = specsBeside(target.fields, sample.columns, system.isKnown)
  const feeds = addWords(addWords(planned, words), system.words)
  const dated = feeds.filter(({ field, format }) => target.fields[field]?.isDate && format === undefined)
  const survey = await chooseDateOrder(
    source,
    sample,
    dated.flatMap(({ columns }) => columns),
  )
  const zone = timeZone ?? mapping.time_zone
  const clock = openClock(zone ?? 'UTC')
  const isAsWritten = mapping.empty !== undefined || isOwnExport(survey.columns, target)
  const placeholders = isAsWritten ? [] : survey.placeholders
  const orders = new Map(dated.map((feed) => [feed.field, chooseFieldOrder(feed, dated, survey, mapping.date_order)]))
  const hasLocal = hasLocalTimes(dated, survey)
  const reader = {
    specs,
    pick: source.pick,
    empties: new Set(mapping.empty ?? placeholders),
    dates: (feed: Feed): DateReading => {
      const { order = 'day-first', hasShortYears = false } = orders.get(feed.field) ?? {}
      return {
        order,
        hasShortYears,
        format: openFormat(feed),
        clock: feed.columns.every(isUtcColumn) ? utcClock : clock,
      }
    },
  }
  const readRow = createRowReader({ ...reader, feeds, remarks })
  const createReader: PreparedImport['createReader'] = (fields, remarks) =>
    createRowReader({ ...reader, feeds: feeds.filter(({ field }) => fields.includes(field)), remarks })
  const isLastState = mapping.last_state ?? target.isLog
  const stated = { newestFirst: mapping.newest_first, isLastState: mapping.last_state }
  const order: LogOrder = isLastState
    ? await findLogOrder(source, target, feeds, stated, (fields) => createReader(fields, noRemarks))
    : { choice: 'first', remark: undefined, question: undefined, identifyingRows: new Set() }
  return {
    feeds,
    unused,
    choice: order.choice,
    identifyingRows: order.identifyingRows,
    question: order.question,
    recognised: system.recognised,
    remarks: [
      ...source.remarks,
      ...(sample.isCut
        ? [`Only the first ${maxColumns.toLocaleString('en')} different members of the records are read.`]
        : []),
      ...system.remarks,
      ...placeholders.map((cell) => `Cells with ${cell} are treated as empty, as there are many of them.`),
      ...[...orders.values()].flatMap(({ remark }) => remark ?? []),
      ...numericRemarks(dated, survey),
      ...describeUnusedColumns(target, mapping, { feeds, unused }),
      ...(order.remark === undefined ? [] : [order.remark]),
      ...(zone === undefined && hasLocal ? ['Times without a zone are treated as UTC.'] : []),
    ],
    assumptions: { placeholders, dateOrders: orders, zone, hasLocalTimes: hasLocal, rowChoice: order.remark },
    createReader,
    checkRow({ content, fault }) {
      if (!content || fault !== undefined) return { issues: [fault ?? 'is empty'] }
      const { values, issues } = readRow(content)
      return issues.length > 0 ? { issues } : target.check(values, remarks)
    },
  }
}

/**
 * The words and numbers of the system that a file is from: the one that the mapping names, else the one that the file
 * shows, if that system's words count without being chosen.
 */
function chooseSystem(target: Target, mapping: Mapping, feeds: readonly Feed[], { columns, examples }: Survey) {
  const { entity, key } = target
  if (mapping.system !== undefined) {
    const words = wordsOfPreset(presetOfSystem(mapping.system), entity)
    return { isKnown: true, words, remarks: [], recognised: undefined }
  }
  const cellsOf = ({ columns: names }: Feed) => names.flatMap((column) => examples.get(column) ?? [])
  const numbers = feeds.filter(({ field }) => field === key).flatMap(cellsOf)
  const preset = recognisePreset(entity, columns, numbers)
  if (!preset) return { isKnown: false, words: {}, remarks: [], recognised: undefined }
  if (!preset.isApplied) {
    const mapped = mapping.fields ?? {}
    const isUsed = Object.keys(preset.kinds[entity]?.mapping.fields ?? {}).every((field) => field in mapped)
    const remark = `The columns are those of ${preset.name}: its preset knows what they mean. Choose the mapping ${preset.name}.`
    return isUsed
      ? { isKnown: false, words: {}, remarks: [], recognised: undefined }
      : { isKnown: false, words: {}, remarks: [remark], recognised: preset.name }
  }
  const words = wordsOfPreset(preset, entity)
  const numbered = feeds.filter((feed) => Object.hasOwn(words, feed.field) && cellsOf(feed).some(isBareNumber))
  const fields = numbered.map(({ field }) => field).join(', ')
  return {
    isKnown: true,
    words,
    recognised: undefined,
    remarks:
      fields === '' ? [] : [`The file is one of ${preset.name}, so the numbers of ${fields} mean what they do there.`],
  }
}

/** Whether the file is an export of Hindsight: such a file has no placeholders for empty cells. */
function isOwnExport(columns: readonly string[], { exported }: Target): boolean {
  const names = new Set(columns.map((column) => withoutZone(column).split('.', 1)[0] ?? ''))
  const fields = Object.entries(exported.shape)
  const isComplete = fields.every(([name, schema]) => schema instanceof z.ZodOptional || names.has(name))
  return isComplete && [...names].every((name) => Object.hasOwn(exported.shape, name))
}

function chooseFieldOrder(feed: Feed, dated: readonly Feed[], survey: Survey, stated: Mapping['date_order']) {
  const evidenceOf = (column: string) => survey.evidence.get(column) ?? noEvidence()
  const [column = feed.field] = feed.columns
  return chooseOrder(
    column,
    evidenceOf(column),
    dated.flatMap(({ columns }) => columns.map(evidenceOf)),
    stated,
  )
}

/** The different cells of the dated columns in the first rows. */
const listExamples = (dated: readonly Feed[], survey: Survey) =>
  dated.flatMap(({ columns }) =>
    columns.flatMap((column) => (survey.examples.get(column) ?? []).map((example) => ({ column, example }))),
  )

const hasLocalTimes = (dated: readonly Feed[], survey: Survey) =>
  listExamples(dated, survey).some(
    ({ example }) => isTimeOfDay(example) && parseDate(example, 'day-first')?.offset === undefined,
  )

const isTimeOfDay = (example: string) => /\d:\d/.test(example) || numericDate(example) === 'days of a spreadsheet'

/** Says of each dated column that holds numbers how they are read. */
function numericRemarks(dated: readonly Feed[], survey: Survey): string[] {
  const remarks = new Map<string, string>()
  for (const { column, example } of listExamples(dated, survey)) {
    const unit = numericDate(example)
    if (unit) remarks.set(`${column} ${unit}`, `${column}: numbers such as ${example} are read as ${unit}.`)
  }
  return [...remarks.values()]
}
