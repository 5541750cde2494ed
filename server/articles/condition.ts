import { and, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { articleFields } from '#lib/contracts/articles.ts'
import { parseWhere } from '#server/platform/db/filter-sql.ts'
import { articles } from '#server/schema/articles.ts'
import { changes } from '#server/schema/changes.ts'
import { searchable } from '#server/schema/columns.ts'
import { articleColumns } from './columns.ts'

/** The column of each filter field. */
export const articleFilterColumns = Object.fromEntries(
  Object.entries(articleColumns).map(([name, column]) => [
    name in { id: 0, content: 0, updated_at: 0 } ? name : `metadata.${name}`,
    column,
  ]),
)

/**
 * The search text as a full-text query that understands "phrases", `or` and `-word`. Hyphens before anything else are
 * blanks: PostgreSQL fails on more than 32 of them.
 */
export const parseSearchedWords = (q: string | Placeholder): SQL => sql`websearch_to_tsquery('english',
  regexp_replace(${searchable(sql`${q}::text`)} collate "und-x-icu", '-(?![[:alnum:]"])', ' ', 'g'))`

/** Articles whose text matches the search, or whose label or service it names. */
const matchesSearch = (q: string | Placeholder): SQL =>
  sql`(${articles.search} @@ ${parseSearchedWords(q)} or ${isNamedBy(q)})`

/** Articles with this tag or technology, as written or in lower case, and articles from changes of this service. */
export const isNamedBy = (q: string | Placeholder): SQL => sql`(${comesFromService(q)}
  or ${articles.tags} && array[${q}, lower(${q})]::text[] or ${articles.technologies} && array[${q}, lower(${q})]::text[])`

/** Articles whose source change affected a service. As an array, the numbers can be looked up in an index. */
const comesFromService = (service: string | Placeholder): SQL => sql`${articles.sourceChange} = any(array(
  select ${changes.number} from ${changes} where ${changes.affectedServices} @> array[${service}]::text[]
))`

type ArticleSearch = { readonly q?: string | undefined; readonly service?: string | undefined }

/**
 * Condition for a search text and a service; undefined without either. `toOperand` may replace a value by a
 * placeholder.
 */
export function searchCondition(
  { q, service }: ArticleSearch,
  toOperand: (name: keyof ArticleSearch, value: string) => string | Placeholder = (_, value) => value,
): SQL | undefined {
  return and(
    q === undefined ? undefined : matchesSearch(toOperand('q', q)),
    service === undefined ? undefined : comesFromService(toOperand('service', service)),
  )
}

/** The SQL condition for a filter expression and a search; undefined without either. Throws `invalid_filter`. */
export const buildArticleCondition = ({ query, ...search }: ArticleSearch & { readonly query?: string | undefined }) =>
  and(parseWhere(query, articleFields, articleFilterColumns), searchCondition(search))
