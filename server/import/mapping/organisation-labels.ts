import { inArray } from 'drizzle-orm'
import { settingDefinitions } from '#lib/contracts/app/setting-definitions.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { settings } from '#server/schema/settings.ts'
import type { Feed } from './plan-feeds.ts'

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
