import { inArray } from 'drizzle-orm'
import { settingDefinitions } from '#lib/contracts/app/setting-definitions.ts'
import type { Mapping } from '#lib/contracts/import-records.ts'
import { shorten } from '#lib/text/shorten.ts'
import { isServiceNowValue } from '#server/import/cells/text.ts'
import { isBareNumber } from '#server/import/cells/vocabulary.ts'
import { getPresetWords, getSystemPreset, recognisePreset } from '#server/import/presets/find-preset.ts'
import { readJsonObject } from '#server/import/source/json-source.ts'
import { foldColumnName, maxColumns, type RowContent, type Source } from '#server/import/source/source.ts'
import type { FieldSpecs, Target } from '#server/import/targets/target.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { settings } from '#server/schema/settings.ts'
import type { Feed } from './plan-feeds.ts'

/** The columns of a source, as far as its first rows name them. */
export type Sample = {
  readonly columns: string[]
  /** True if records have members beyond the first 1,000 names; the rest fill no field. */
  readonly isCut: boolean
  /** Up to five different cells of each column. */
  readonly examples: ReadonlyMap<string, readonly string[]>
}

const sampleSize = 2000
const maxExamples = 5

/**
 * Reads the columns of the first 2,000 rows. The members of an object in a cell count as columns too, unless the column
 * is a field whose value is the object.
 */
export async function readSample(source: Source, fields: FieldSpecs): Promise<Sample> {
  const isField = (column: string) => Object.hasOwn(fields, foldColumnName(column))
  const examples = new Map((source.header ?? []).map((column) => [column, new Set<string>()]))
  let isCut = false
  for await (const content of readFirstContents(source, sampleSize)) {
    const cells = source.header ? listTableCells(source.header, content, isField) : listMembers(content)
    for (const [column, cell] of cells) {
      const known = examples.get(column)
      if (!known && examples.size >= maxColumns) {
        isCut = true
        continue
      }
      const texts = known ?? new Set()
      if (!known) examples.set(column, texts)
      if (texts.size < maxExamples && (typeof cell === 'number' || (typeof cell === 'string' && cell !== '')))
        texts.add(shorten(String(cell), 100))
    }
  }
  return {
    columns: [...examples.keys()],
    isCut,
    examples: new Map([...examples].map(([name, texts]) => [name, [...texts]])),
  }
}

export async function* readFirstContents(source: Source, max: number): AsyncGenerator<RowContent> {
  let count = 0
  for await (const portion of source.rows()) {
    for (const { content, fault } of portion) {
      if (!content || fault !== undefined) continue
      yield content
      count += 1
      if (count >= max) return
    }
  }
}

type ColumnCell = readonly [column: string, cell: unknown]

/** Yields the cells of a row, and the members of JSON objects in cells of columns other than fields. */
function* listTableCells(
  header: readonly string[],
  content: object,
  isField: (column: string) => boolean,
): Generator<ColumnCell> {
  for (const [index, column] of header.entries()) {
    const cell = (content as readonly string[])[index]
    yield [column, cell]
    const object = isField(column) ? undefined : readJsonObject(cell)
    if (object) yield* listMembers(object, `${column}.`, 1)
  }
}

/** Yields the members of a record, nested ones by path (`address.city`); of a list of objects, only the first. */
function* listMembers(record: object, path = '', depth = 0): Generator<ColumnCell> {
  for (const [name, value] of Object.entries(record)) {
    const inner = Array.isArray(value) ? value[0] : value
    const isObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner) && !isServiceNowValue(inner)
    if (isObject && depth < 3) yield* listMembers(inner, `${path}${name}.`, depth + 1)
    if (!isObject || depth === 0) yield [`${path}${name}`, value]
  }
}

/** The meanings of words of the source system, by field. */
export type OrganisationWords = Readonly<Record<string, Readonly<Record<string, string>>>>
type WordsByField = Readonly<Record<string, Feed['values']>>

const settingsByField = { close_code: 'close_code_words', pir_outcome: 'outcome_words' } as const

/** Reads the words that an admin defined under Settings. */
export async function readOrganisationWords(db: Queryable): Promise<OrganisationWords> {
  const rows = await db
    .select({ key: settings.key, value: settings.value })
    .from(settings)
    .where(inArray(settings.key, Object.values(settingsByField)))
  return Object.fromEntries(
    Object.entries(settingsByField).map(([field, key]) => {
      const labels = rows.find((row) => row.key === key)?.value
      return [field, settingDefinitions[key].schema.safeParse(labels).data ?? {}]
    }),
  )
}

/** Adds words to the feeds of their fields; words of the feed itself take precedence. */
export const addWords = (feeds: readonly Feed[], words: WordsByField): Feed[] =>
  feeds.map((feed) => ({ ...feed, values: { ...words[feed.field], ...feed.values } }))

export type FileSystem = {
  readonly isKnown: boolean
  readonly words: WordsByField
  readonly remarks: readonly string[]
  /** The name of the recognised preset, if choosing it would help. */
  readonly recognised: string | null
}

const unknown: FileSystem = { isKnown: false, words: {}, remarks: [], recognised: null }

/** Chooses the system of a file: the one that the mapping names, else the recognised one if its preset applies. */
export function chooseSystem(
  { entity, key }: Target,
  mapping: Mapping,
  feeds: readonly Feed[],
  { columns, examples }: Sample,
): FileSystem {
  if (mapping.system !== undefined)
    return { ...unknown, isKnown: true, words: getPresetWords(getSystemPreset(mapping.system), entity) }
  const listCells = ({ columns: names }: Feed) => names.flatMap((column) => examples.get(column) ?? [])
  const numbers = feeds.filter(({ field }) => field === key).flatMap(listCells)
  const preset = recognisePreset(entity, columns, numbers)
  if (!preset) return unknown
  if (!preset.isApplied) {
    const mapped = mapping.fields ?? {}
    if (Object.keys(preset.kinds[entity]?.mapping.fields ?? {}).every((field) => field in mapped)) return unknown
    const remark = `The columns are those of ${preset.name}: its preset knows what they mean. Choose the mapping ${preset.name}.`
    return { ...unknown, remarks: [remark], recognised: preset.name }
  }
  const words = getPresetWords(preset, entity)
  const numbered = feeds.filter((feed) => Object.hasOwn(words, feed.field) && listCells(feed).some(isBareNumber))
  const fields = numbered.map(({ field }) => field).join(', ')
  const remark = `The file is one of ${preset.name}, so the numbers of ${fields} mean what they do there.`
  return { ...unknown, isKnown: true, words, remarks: fields === '' ? [] : [remark] }
}
