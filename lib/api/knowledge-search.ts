import { pagePaths } from '#lib/domain/page-paths.ts'
import { printValue } from '#lib/filter/print.ts'
import type { KnowledgeQuery } from './knowledge-query.ts'

export const knowledgePlace = { path: pagePaths.knowledge, noun: ['article', 'articles'], pageSize: 20 } as const

/** Labels as a URL parameter: separated by commas, a comma within a label as `%2C`; undefined for none. */
export const printLabels = (labels: readonly string[]): string | undefined =>
  labels.map((label) => label.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',') || undefined

/** The inverse of `printLabels`. */
export const readLabels = (printed = ''): string[] =>
  printed
    .split(',')
    .map((label) => label.replaceAll('%2C', ',').replaceAll('%25', '%'))
    .filter(Boolean)

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
  const is = (field: string, values: readonly (string | undefined)[]) =>
    values.flatMap((value) => (value === undefined ? [] : [`metadata.${field} = ${printValue(value)}`]))
  const parts = [
    ...is('article_type', [query.type]),
    ...is('polarity', [query.polarity]),
    ...is('category', [query.category]),
    ...is('tags', readLabels(query.tags)),
    ...is('technologies', readLabels(query.technologies)),
  ]
  const own = query.query?.trim() ? [parts.length > 0 ? `(${query.query})` : query.query] : []
  return [...own, ...parts].join(' AND ') || undefined
}
