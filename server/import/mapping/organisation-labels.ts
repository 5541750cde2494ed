import { inArray } from 'drizzle-orm'
import { settingDefinitions } from '#lib/contracts/app/setting-definitions.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { settings } from '#server/schema/settings.ts'
import type { Feed } from './plan-feeds.ts'

/** What words of the source system mean, by field. */
export type OrganisationWords = Readonly<Record<string, Readonly<Record<string, string>>>>
type Words = Readonly<Record<string, Feed['values']>>

const settingOf = { close_code: 'close_code_words', pir_outcome: 'outcome_words' } as const

/** The words that an admin set under Settings. */
export async function readOrganisationWords(db: Queryable): Promise<OrganisationWords> {
  const rows = await db
    .select({ key: settings.key, value: settings.value })
    .from(settings)
    .where(inArray(settings.key, Object.values(settingOf)))
  return Object.fromEntries(
    Object.entries(settingOf).map(([field, key]) => {
      const labels = rows.find((row) => row.key === key)?.value
      return [field, settingDefinitions[key].schema.safeParse(labels).data ?? {}]
    }),
  )
}

/** Adds the words to the feeds of their fields; those that a feed has already win. */
export const addWords = (feeds: readonly Feed[], words: Words): Feed[] =>
  feeds.map((feed) => ({ ...feed, values: { ...words[feed.field], ...feed.values } }))
