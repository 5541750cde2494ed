import { printValue } from '#lib/filter/print.ts'
import type { KnowledgeQuery } from './knowledge-query.ts'
import { addressWith } from './page-query.ts'

/** The inverse of `Labels` in `KnowledgeQuery`. */
const spellLabels = (labels: readonly string[] | undefined) =>
  labels?.map((label) => label.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',')

/** The URL of the knowledge base with changed parameters; defaults are omitted. */
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

export const articleInput = (query: KnowledgeQuery) => ({
  ...facetInput(query),
  sort: query.sort,
  page: query.page,
  limit: query.limit,
})

export const facetInput = (query: KnowledgeQuery) => ({
  q: query.q,
  service: query.service,
  query: knowledgeFilter(query),
})

/** The filter expression for the chosen facets; undefined without any. */
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
