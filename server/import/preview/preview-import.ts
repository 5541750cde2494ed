import { basename } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import type { ImportFeed, ImportPreview } from '#lib/contracts/app/import-preview.ts'
import type { Mapping } from '#lib/contracts/import-mapping.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { withUnpacked } from '#server/import/archive/unpack.ts'
import { isBareNumber } from '#server/import/cells/vocabulary.ts'
import { checkFormat } from '#server/import/check-format.ts'
import { describeProtected } from '#server/import/database/open-reviews.ts'
import { readOrganisationWords } from '#server/import/mapping/organisation-labels.ts'
import { assignColumns, type Feed } from '#server/import/mapping/plan-feeds.ts'
import { prepareImport } from '#server/import/mapping/prepare-import.ts'
import { surveySource } from '#server/import/mapping/survey.ts'
import { createPeopleOfImport } from '#server/import/people.ts'
import { recognisePreset } from '#server/import/presets/find-preset.ts'
import { findDelimiter } from '#server/import/source/delimiter.ts'
import { detectEncoding, readDecoded } from '#server/import/source/encoding.ts'
import { openSource } from '#server/import/source/open-source.ts'
import type { Source } from '#server/import/source/source.ts'
import { allTargets } from '#server/import/targets/all-targets.ts'
import { createRemarks } from '#server/import/targets/remarks.ts'
import type { Target } from '#server/import/targets/target.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorName } from '#server/platform/runtime/context.ts'
import { compareRecords } from './compare-records.ts'
import { findFittingFormats } from './date-formats.ts'
import { describeFile, describeRows, type ReadFile } from './describe-assumptions.ts'
import type { FieldDescription } from './describe-counts.ts'
import { examineRows, readExamples } from './examine-rows.ts'

export type PreviewOptions = {
  readonly entity: ImportKind
  readonly path: string
  readonly mapping: Mapping
  /** The actor of the import. */
  readonly actor: ActorName
}

/**
 * Describes how the import would read a file and what it would do to the first records, without writing. Problems that
 * a mapping can solve are part of the result. Throws `not_found` and `invalid_request` if the file cannot be read.
 */
export async function previewImport(pool: Pool, now: Date, options: PreviewOptions): Promise<ImportPreview> {
  return withUnpacked(options.path, (path) => previewUnpacked(pool, now, { ...options, path }))
}

async function previewUnpacked(pool: Pool, now: Date, options: PreviewOptions): Promise<ImportPreview> {
  const { path, mapping } = options
  const target = allTargets[options.entity]
  const source = await openSource(path, mapping)
  checkFormat(source, options.entity, basename(path))
  const file: ReadFile = { source, target, mapping, delimiter: await detectUnstatedDelimiter(path, source, mapping) }
  const { columns } = await surveySource(source, target.fields)
  const examples = await readExamples(source, columns)
  const described = {
    sheets: [...(source.sheets ?? [])],
    fields: Object.entries(target.fields).map(([name, spec]) => ({
      name,
      is_required: spec.isRequired ?? false,
      is_date: spec.isDate ?? false,
      values: spec.values ? [...spec.values] : null,
    })),
    columns: columns.map((name) => ({ name, examples: examples.get(name) ?? [] })),
  }
  const remarks = createRemarks()
  const people = createPeopleOfImport(target)
  try {
    const words = await readOrganisationWords(drizzle(pool))
    const prepared = await prepareImport(source, target, { mapping, remarks, words })
    const examined = await examineRows(source, target, prepared, remarks)
    if (examined.rows === 0) throw new AppError('invalid_request', 'The file has no rows.')
    const { records, underReview } = await compareRecords(pool, target, examined.records, {
      prepared,
      people,
      actor: options.actor,
      now,
    })
    return {
      problem: prepared.question ?? describeUnmappedNumbers(examined.words),
      suggested_preset: prepared.recognised ?? null,
      examined: { rows: examined.rows, is_whole: examined.isWhole, refused: examined.refused },
      assumptions: [...describeFile(file), ...describeRows(file, prepared, examined)],
      ...described,
      feeds: prepared.feeds.map((feed) => presentFeed(feed, target, examples)),
      words: examined.words,
      records,
      remarks: [...prepared.remarks, ...remarks.list(), ...people.remarks(), ...describeProtected(underReview)],
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error
    const preset = recognisePreset(options.entity, columns, [])
    return {
      problem: error.message,
      suggested_preset: preset && !preset.isApplied ? preset.name : null,
      examined: { rows: 0, is_whole: false, refused: 0 },
      assumptions: describeFile(file),
      ...described,
      feeds: assignKnownFeeds(target, mapping, columns).map((feed) => presentFeed(feed, target, examples)),
      words: [],
      records: [],
      remarks: [...source.remarks],
    }
  }
}

/** Names the numbers without a meaning, which a person must map before the import can run; null if there are none. */
function describeUnmappedNumbers(fields: readonly FieldDescription[]): string | null {
  const open = fields.flatMap(({ field, words }) => {
    const numbers = words.filter(({ word, problem }) => problem !== null && isBareNumber(word)).map(({ word }) => word)
    return numbers.length === 0 ? [] : [`${numbers.join(', ')} of ${field}`]
  })
  if (open.length === 0) return null
  return `Say what the numbers ${open.join('; ')} mean: choose a preset, or a value for each in the list of columns.`
}

async function detectUnstatedDelimiter(path: string, source: Source, mapping: Mapping): Promise<string | undefined> {
  if (source.format !== 'CSV') return undefined
  const encoding = await detectEncoding(path, source.encoding)
  return (await findDelimiter(readDecoded(path, encoding), mapping.delimiter)).delimiter
}

/** Assigns columns to fields as far as they are known; ignores the mapping if it names columns that the file lacks. */
function assignKnownFeeds(target: Target, mapping: Mapping, columns: readonly string[]): readonly Feed[] {
  try {
    return assignColumns(target.fields, mapping, columns).feeds
  } catch {
    return assignColumns(target.fields, {}, columns).feeds
  }
}

function presentFeed(feed: Feed, target: Target, examples: ReadonlyMap<string, readonly string[]>): ImportFeed {
  const { field, columns, joinedWith, values, format, fallback, isGuessed } = feed
  const isDate = target.fields[field]?.isDate ?? false
  return {
    field,
    columns: [...columns],
    join: joinedWith ?? null,
    values: { ...values },
    format: format ?? null,
    default: fallback ?? null,
    is_guessed: isGuessed,
    formats: isDate ? findFittingFormats(columns.flatMap((column) => examples.get(column) ?? [])) : [],
  }
}
