import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import type { ImportFeed, ImportPreview } from '#lib/contracts/app/import-preview.ts'
import type { Mapping } from '#lib/contracts/import-records.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { shorten } from '#lib/text/shorten.ts'
import { findDateFormat } from '#server/import/cells/moment.ts'
import { readDisplayedValue } from '#server/import/cells/text.ts'
import { isBareNumber } from '#server/import/cells/vocabulary.ts'
import { assignColumns, type Feed } from '#server/import/mapping/plan-feeds.ts'
import { describeEmptyWords, type PreparedImport } from '#server/import/mapping/prepare-import.ts'
import { readFirstContents } from '#server/import/mapping/sample.ts'
import { recognisePreset } from '#server/import/presets/find-preset.ts'
import { withUnpacked } from '#server/import/source/open-source.ts'
import type { RowContent } from '#server/import/source/source.ts'
import { type ImportedFile, prepareFile, type SampledFile, sampleFile } from '#server/import/stage-file.ts'
import type { Target } from '#server/import/targets/target.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorName } from '#server/platform/runtime/context.ts'
import { previewRecords } from './preview-records.ts'

type PreviewOptions = {
  readonly entity: ImportKind
  readonly path: string
  readonly mapping: Mapping
  readonly actor: ActorName
}

const exampleRows = 5

/**
 * Describes how the import would read a file and what it would do to the first records, without writing. Questions and
 * problems that a mapping can solve are part of the result. Throws `not_found` and `invalid_request` if the file cannot
 * be read.
 */
export async function previewImport(pool: Pool, now: Date, options: PreviewOptions): Promise<ImportPreview> {
  return withUnpacked(options.path, (path) => previewUnpacked(pool, now, { ...options, path }))
}

async function previewUnpacked(pool: Pool, now: Date, options: PreviewOptions): Promise<ImportPreview> {
  const sampled = await sampleFile(options)
  const { target, source, sample } = sampled
  const examples = await readExamples(sampled)
  const described = {
    reading: {
      format: source.format,
      encoding: source.format === 'Markdown' || source.format === 'XLSX' ? null : source.encoding,
      delimiter: source.delimiter ?? null,
      sheet: source.sheet ?? null,
      is_log: target.isLog,
    },
    sheets: [...(source.sheets ?? [])],
    open_end: source.openEnd ?? null,
    fields: Object.entries(target.fields).map(([name, spec]) => ({
      name,
      is_required: spec.isRequired ?? false,
      is_date: spec.isDate ?? false,
      values: spec.values ? [...spec.values] : null,
    })),
    columns: sample.columns.map((name) => ({ name, examples: examples.get(name) ?? [] })),
  }
  try {
    const file = await prepareFile(drizzle(pool), sampled, options)
    const { prepared, people, remarks } = file
    const counts = createWordCounts(file)
    const previewed = await previewRecords(pool, file, { actor: options.actor, now }, counts.add)
    const words = counts.list()
    return {
      ...described,
      problem: describeUnmappedNumbers(words),
      date_question: prepared.dateQuestion,
      row_question: previewed.question,
      suggested_preset: prepared.recognised,
      examined: previewed.examined,
      has_local_times: prepared.hasLocalTimes,
      feeds: prepared.feeds.map((feed) => presentFeed(feed, target, examples)),
      words,
      records: previewed.records,
      unimported: prepared.unimported,
      remarks: [
        ...prepared.remarks,
        ...describeEmptyWords(prepared),
        ...remarks.list(),
        ...people.remarks(),
        ...previewed.remarks,
      ],
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error
    const preset = recognisePreset(options.entity, sample.columns, [])
    return {
      ...described,
      problem: error.message,
      date_question: null,
      row_question: null,
      suggested_preset: preset && !preset.isApplied ? preset.name : null,
      examined: { rows: 0, is_whole: false, refused: 0 },
      has_local_times: false,
      feeds: assignKnownFeeds(sampled, options.mapping).map((feed) => presentFeed(feed, target, examples)),
      words: [],
      records: [],
      unimported: [],
      remarks: [...source.remarks],
    }
  }
}

/** Reads the cells of the first five rows, by column. */
async function readExamples({ source, sample }: SampledFile): Promise<ReadonlyMap<string, string[]>> {
  const contents = await Array.fromAsync(readFirstContents(source, exampleRows))
  return new Map(
    sample.columns.map((column) => {
      const pick = source.pick(column)
      return [column, contents.map((content) => formatCell(pick(content)))]
    }),
  )
}

/** Names the numbers without a meaning, which a person must map before the import can run; null if there are none. */
function describeUnmappedNumbers(fields: readonly FieldWords[]): string | null {
  const open = fields.flatMap(({ field, words }) => {
    const numbers = words.filter(({ word, problem }) => problem !== null && isBareNumber(word)).map(({ word }) => word)
    return numbers.length === 0 ? [] : [`${numbers.join(', ')} of ${field}`]
  })
  if (open.length === 0) return null
  return `Say what the numbers ${open.join('; ')} mean: choose a preset, or a value for each in the list of columns.`
}

/** Assigns columns to fields as far as they are known; ignores the mapping if it names columns that the file lacks. */
function assignKnownFeeds({ target, sample }: SampledFile, mapping: Mapping): readonly Feed[] {
  try {
    return assignColumns(target.fields, mapping, sample.columns).feeds
  } catch {
    return assignColumns(target.fields, {}, sample.columns).feeds
  }
}

function presentFeed(feed: Feed, target: Target, examples: ReadonlyMap<string, readonly string[]>): ImportFeed {
  const isDate = target.fields[feed.field]?.isDate ?? false
  const formats = isDate ? findFittingFormats(feed.columns.flatMap((column) => examples.get(column) ?? [])) : []
  return { ...feed, formats }
}

const days =
  'dd-MM-yyyy|MM-dd-yyyy|dd/MM/yyyy|MM/dd/yyyy|dd.MM.yyyy|d/M/yyyy|M/d/yyyy|d-M-yyyy|M-d-yyyy|d.M.yyyy|dd-MM-yy|' +
  'MM-dd-yy|dd/MM/yy|MM/dd/yy|dd.MM.yy|yyyy-MM-dd|yyyy/MM/dd|dd MMM yyyy|d MMM yyyy|dd-MMM-yyyy|dd-MMM-yy|' +
  'MMM d, yyyy|yyyyMMdd'
const times =
  "| HH:mm| HH:mm:ss| H:mm| H:mm:ss| h:mm a| hh:mm a| h:mm:ss a| hh:mm:ss a| HH.mm|'T'HH:mm|'T'HH:mm:ss|" +
  "'T'HH:mm:ssXXX|, HH:mm"
const candidates = days.split('|').flatMap((day) => times.split('|').map((time) => `${day}${time}`))

/** Lists the usual formats that fit all examples of a column of dates and with which most of them are valid dates. */
export function findFittingFormats(examples: readonly string[]): string[] {
  const filled = examples.map((example) => example.trim()).filter((example) => example !== '')
  const fitting = candidates.flatMap((format) => {
    const read = findDateFormat(format)
    const dates = filled.flatMap((example) => read?.(example) ?? [])
    return dates.length === filled.length
      ? [{ format, existing: dates.filter(({ wall }) => !Number.isNaN(wall)).length }]
      : []
  })
  const most = Math.max(1, ...fitting.map(({ existing }) => existing))
  return fitting.filter(({ existing }) => existing === most).map(({ format }) => format)
}

const maxWords = 100
const maxShown = 200

type FieldWords = ImportPreview['words'][number]
type CountedWord = FieldWords['words'][number]

/** Formats a cell for a person, by its display value. */
function formatCell(cell: unknown): string {
  const displayed = readDisplayedValue(cell) ?? ''
  const text = typeof displayed === 'object' ? JSON.stringify(displayed) : String(displayed)
  return shorten(text, maxShown)
}

/** Creates counts of the words in enumeration fields, with the value that each becomes. */
function createWordCounts({ source, target, prepared }: Pick<ImportedFile, 'source' | 'target' | 'prepared'>) {
  const countedFields = prepared.feeds
    .filter(({ field, columns }) => target.fields[field]?.values && columns.length > 0)
    .map(({ field, columns, join }) => {
      const pickers = columns.map((column) => source.pick(column))
      return {
        field,
        words: new Map<string, CountedWord>(),
        isComplete: true,
        read: createReader(prepared, field),
        readWord(content: RowContent) {
          const texts = pickers.map((pick) => formatCell(pick(content)).trim()).filter((text) => text !== '')
          return join === null ? (texts[0] ?? '') : texts.join(join)
        },
      }
    })
  return {
    add(content: RowContent) {
      for (const entry of countedFields) {
        const word = entry.readWord(content)
        const known = entry.words.get(word)
        if (known) known.rows += 1
        else if (word === '') continue
        else if (entry.words.size < maxWords) entry.words.set(word, { word, rows: 1, ...entry.read(content) })
        else entry.isComplete = false
      }
    },
    list: (): FieldWords[] =>
      countedFields.map(({ field, words, isComplete }) => ({
        field,
        is_complete: isComplete,
        words: [...words.values()].toSorted((one, other) => other.rows - one.rows),
      })),
  }
}

/** Creates a function that reads one field of a row as the import does. */
function createReader(prepared: PreparedImport, field: string) {
  let remark: string | undefined
  const read = prepared.createReader([field], {
    add: (_, example) => {
      remark = example
    },
    count: (kind) => {
      remark = kind
    },
  })
  return (content: RowContent): Pick<CountedWord, 'becomes' | 'problem'> => {
    remark = undefined
    const { values, issues } = read(content)
    const value = values[field]
    return { becomes: value === undefined ? null : String(value), problem: issues[0] ?? remark ?? null }
  }
}
