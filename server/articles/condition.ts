import { and, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { articleFields } from '#lib/contracts/articles.ts'
import { parseWhere } from '#server/platform/db/parse-where.ts'
import { articles } from '#server/schema/articles.ts'
import { articleColumns } from './columns.ts'

/** The column of each filter field. */
export const articleFilterColumns = Object.fromEntries(
  Object.entries(articleColumns).map(([name, column]) => [
    name in { id: 0, content: 0 } ? name : `metadata.${name}`,
    column,
  ]),
)

/** The search text as a full-text query that understands "phrases", `or` and `-word`. */
export const searchedWords = (q: string | Placeholder): SQL => sql`websearch_to_tsquery('english', ${q})`

/** The SQL condition for a filter expression and a search text; true without either. Throws `invalid_filter`. */
export function articleCondition({
  query,
  q,
}: {
  query?: string | undefined
  q?: string | undefined
}): SQL | undefined {
  return and(
    parseWhere(query, articleFields, articleFilterColumns),
    q === undefined ? undefined : sql`${articles.search} @@ ${searchedWords(q)}`,
  )
}
