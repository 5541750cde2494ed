import { inArray } from 'drizzle-orm'
import { settingDefinitions } from '#lib/contracts/app/setting-definitions.ts'
import type { Mapping } from '#lib/contracts/import-mapping.ts'
import { isBareNumber } from '#server/import/cells/vocabulary.ts'
import { getPresetWords, getSystemPreset, recognisePreset } from '#server/import/presets/find-preset.ts'
import type { Target } from '#server/import/targets/target.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { settings } from '#server/schema/settings.ts'
import type { Feed } from './plan-feeds.ts'
import type { Sample } from './read-sample.ts'

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

/** The system that a file comes from. */
export type FileSystem = {
  readonly isKnown: boolean
  readonly words: WordsByField
  readonly remarks: readonly string[]
  /** The name of the recognised preset, if choosing it would help. */
  readonly recognised: string | undefined
}

const unknown: FileSystem = { isKnown: false, words: {}, remarks: [], recognised: undefined }

/**
 * Chooses the words and numbers of the system that a file comes from: the one that the mapping names, else the
 * recognised one if its preset is applied automatically.
 */
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
