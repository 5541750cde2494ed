import { type SQL, sql } from 'drizzle-orm'
import { searchableWord } from '#server/schema/columns.ts'

/** Builds a prefix query for words, in a text search configuration. */
export function prefixQuery(words: readonly string[], configuration: 'simple' | 'english'): SQL {
  const terms = words.map((word) => `'${searchableWord(word).replace(/['\\]/g, '$&$&')}':*`).join(' & ')
  return sql`to_tsquery(${configuration}, ${terms})`
}
