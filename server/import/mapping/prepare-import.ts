import { z } from 'zod'
import type { Mapping } from '#lib/contracts/import-mapping.ts'
import { utcClock } from '#lib/time/wall-clock.ts'
import { findNumericUnit, parseDate } from '#server/import/cells/date-parts.ts'
import type { DateReading } from '#server/import/cells/moment.ts'
import { isBareNumber } from '#server/import/cells/vocabulary.ts'
import type { RowChoice } from '#server/import/database/staging-table.ts'
import { openClock } from '#server/import/options.ts'
import { getPresetWords, getSystemPreset, recognisePreset } from '#server/import/presets/find-preset.ts'
import { isUtcColumn, removeZone } from '#server/import/source/column-names.ts'
import { maxColumns } from '#server/import/source/limits.ts'
import type { RowContent, Source, SourceRow } from '#server/import/source/source.ts'
import { noRemarks, type RemarkList, type RowRemarks } from '#server/import/targets/remarks.ts'
import type { CheckedRow, Target } from '#server/import/targets/target.ts'
import { chooseOrder, createEvidence, type OrderChoice } from './date-evidence.ts'
import { chooseSpecs, openFormat } from './field-readers.ts'
import { findLogOrder, type LogOrder } from './log-evidence.ts'
import { addWords, type OrganisationWords } from './organisation-labels.ts'
import type { Feed } from './plan-feeds.ts'
import { planFeeds } from './plan-feeds.ts'
import { createRowReader, type ReadRow } from './row-reader.ts'
import { chooseDateOrder, type Survey, surveySource } from './survey.ts'
import { describeUnusedColumns } from './unused-columns.ts'

/** The result of examining a source: how its rows become records of a target. */
export type PreparedImport = {
  readonly feeds: readonly Feed[]
  readonly unused: readonly string[]
  readonly choice: RowChoice
  /** Numbers whose identities belong to rows instead of records. */
  readonly identifyingRows: ReadonlySet<string>
  /** The question that the mapping must answer before the import can run. */
  readonly question: string | undefined
  /** The name of the preset for the recognised system of the file; undefined if the mapping uses it already. */
  readonly recognised: string | undefined
  /** Assumptions, as sentences. */
  readonly remarks: readonly string[]
  readonly assumptions: Assumptions
  /** Reads single fields of a row as `checkRow` does. */
  createReader(fields: readonly string[], remarks: RowRemarks): (content: RowContent) => ReadRow
  checkRow(row: SourceRow): CheckedRow
}

type Assumptions = {
  /** Cells that count as empty, as there are many of them. */
  readonly placeholders: readonly string[]
  /** The order of dates, by field without a format. */
  readonly dateOrders: ReadonlyMap<string, OrderChoice>
  /** The zone of times without one; if undefined, none was stated and UTC is assumed. */
  readonly zone: string | undefined
  readonly hasLocalTimes: boolean
  /** The reason why one of several rows for a record applies, if the file shows it. */
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
 * count as empty. Throws `invalid_request` if it cannot be read.
 */
export async function prepareImport(
  source: Source,
  target: Target,
  { mapping, timeZone, remarks, words }: PrepareOptions,
): Promise<PreparedImport> {
  const sample = await surveySource(source, target.fields)
  const { feeds: planned, unused } = planFeeds(target.fields, mapping, sample.columns)
  const system = chooseSystem(target, mapping, planned, sample)
  const specs = chooseSpecs(target.fields, { columns: sample.columns, isKnownSystem: system.isKnown })
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
      ...describeNumbers(dated, survey),
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
 * Chooses the words and numbers of the system that a file comes from: the one that the mapping names, else the
 * recognised one if its preset is applied automatically.
 */
function chooseSystem(target: Target, mapping: Mapping, feeds: readonly Feed[], { columns, examples }: Survey) {
  const { entity, key } = target
  if (mapping.system !== undefined) {
    const words = getPresetWords(getSystemPreset(mapping.system), entity)
    return { isKnown: true, words, remarks: [], recognised: undefined }
  }
  const listCells = ({ columns: names }: Feed) => names.flatMap((column) => examples.get(column) ?? [])
  const numbers = feeds.filter(({ field }) => field === key).flatMap(listCells)
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
  const words = getPresetWords(preset, entity)
  const numbered = feeds.filter((feed) => Object.hasOwn(words, feed.field) && listCells(feed).some(isBareNumber))
  const fields = numbered.map(({ field }) => field).join(', ')
  return {
    isKnown: true,
    words,
    recognised: undefined,
    remarks:
      fields === '' ? [] : [`The file is one of ${preset.name}, so the numbers of ${fields} mean what they do there.`],
  }
}

/** True if the file is an export of Hindsight, which has no placeholders for empty cells. */
function isOwnExport(columns: readonly string[], { exported }: Target): boolean {
  const names = new Set(columns.map((column) => removeZone(column).split('.', 1)[0] ?? ''))
  const fields = Object.entries(exported.shape)
  const isComplete = fields.every(([name, schema]) => schema instanceof z.ZodOptional || names.has(name))
  return isComplete && [...names].every((name) => Object.hasOwn(exported.shape, name))
}

function chooseFieldOrder(feed: Feed, dated: readonly Feed[], survey: Survey, stated: Mapping['date_order']) {
  const getEvidence = (column: string) => survey.evidence.get(column) ?? createEvidence()
  const [column = feed.field] = feed.columns
  return chooseOrder(
    column,
    getEvidence(column),
    dated.flatMap(({ columns }) => columns.map(getEvidence)),
    stated,
  )
}

/** Lists the different cells of the dated columns in the first rows. */
const listExamples = (dated: readonly Feed[], survey: Survey) =>
  dated.flatMap(({ columns }) =>
    columns.flatMap((column) => (survey.examples.get(column) ?? []).map((example) => ({ column, example }))),
  )

const hasLocalTimes = (dated: readonly Feed[], survey: Survey) =>
  listExamples(dated, survey).some(
    ({ example }) => isTimeOfDay(example) && parseDate(example, 'day-first')?.offset === undefined,
  )

const isTimeOfDay = (example: string) => /\d:\d/.test(example) || findNumericUnit(example) === 'days of a spreadsheet'

/** Describes how the numbers in each dated column are read. */
function describeNumbers(dated: readonly Feed[], survey: Survey): string[] {
  const remarks = new Map<string, string>()
  for (const { column, example } of listExamples(dated, survey)) {
    const unit = findNumericUnit(example)
    if (unit) remarks.set(`${column} ${unit}`, `${column}: numbers such as ${example} are read as ${unit}.`)
  }
  return [...remarks.values()]
}
