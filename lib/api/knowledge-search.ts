import { printValue } from '#lib/filter/print.ts'
import type { KnowledgeQuery } from './knowledge-query.ts'
import { addressWith } from './page-query.ts'

/** As `KnowledgeQuery` reads them back. */
const spellLabels = (labels: readonly string[] | undefined) =>
  labels?.map((label) => label.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',')

/** The address of the knowledge base with something changed; what it shows by itself is left out. */
export function knowledgeAddress(path: string, query: KnowledgeQuery, changes: Partial<KnowledgeQuery>): string {
  const { tags, technologies, limit, ...rest } = { ...query, ...changes }
  const spelled = {
    ...rest,
    tags: spellLabels(tags),
    technologies: spellLabels(technologies),
    limit: limit === 20 ? undefined : limit,
  }
  return addressWith(path, spelled, 'page' in changes ? { page: changes.page } : {})
}

/** What is asked of the list of articles. */
export const articleInput = (query: KnowledgeQuery) => ({
  ...facetInput(query),
  sort: query.sort,
  page: query.page,
  limit: query.limit,
})

/** What is asked of the counts beside the list. */
export const facetInput = (query: KnowledgeQuery) => ({ q: query.q, query: knowledgeFilter(query) })

/** The expression of the filter language for the chosen facets; undefined without any. */
export function knowledgeFilter(query: KnowledgeQuery): string | undefined {
  const is = (field: string, values: readonly (string | undefined)[] = []) =>
    values.flatMap((value) => (value === undefined ? [] : [`metadata.${field} = ${printValue(value)}`]))
  const parts = [
    ...is('article_type', [query.type]),
    ...is('polarity', [query.polarity]),
    ...is('category', [query.category]),
    ...is('tags', query.tags),
    ...is('technologies', query.technologies),
  ]
  const own = query.query?.trim() ? [parts.length > 0 ? `(${query.query})` : query.query] : []
  return [...own, ...parts].join(' AND ') || undefined
}
