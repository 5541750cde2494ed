import type { KnowledgeQuery } from '#lib/api/knowledge-query.ts'
import type { listArticleFacets } from '#lib/contracts/app/article-facets.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { polarities } from '#lib/contracts/record-values.ts'
import { polarityLabels } from '#lib/domain/review-labels.ts'
import { upperFirst } from '#lib/text/first-letter.ts'
import type { Polarity } from './polarity-badge.tsx'

type FacetName = keyof ResponseOf<typeof listArticleFacets>

type Facet = {
  name: FacetName
  label: string
  /** The selected values in the URL. */
  chosen: (query: KnowledgeQuery) => readonly string[]
  /** URL changes when a value is selected or deselected. */
  toggle: (query: KnowledgeQuery, value: string) => Partial<KnowledgeQuery>
  valueLabel: (value: string) => string
}

const asIs = (value: string) => value
const asPolarity = (value: string): Polarity | undefined => polarities.find((known) => known === value)

const oneOf = (key: 'type' | 'service' | 'category') => ({
  chosen: (query: KnowledgeQuery) => (query[key] === undefined ? [] : [query[key]]),
  toggle: (query: KnowledgeQuery, value: string) => ({ [key]: query[key] === value ? undefined : value }),
})

const someOf = (key: 'tags' | 'technologies') => ({
  chosen: (query: KnowledgeQuery) => query[key] ?? [],
  toggle: (query: KnowledgeQuery, value: string) => {
    const chosen = query[key] ?? []
    const rest = chosen.filter((other) => other !== value)
    const next = chosen.includes(value) ? rest : [...chosen, value]
    return { [key]: next.length > 0 ? next : undefined }
  },
})

/** Facets in the order of the page. */
export const facets: readonly Facet[] = [
  {
    name: 'polarity',
    label: 'Kind of lesson',
    chosen: ({ polarity }) => (polarity === undefined ? [] : [polarity]),
    toggle: ({ polarity }, value) => ({ polarity: polarity === value ? undefined : asPolarity(value) }),
    valueLabel: (value) => polarityLabels[asPolarity(value) ?? 'neutral'],
  },
  { name: 'services', label: 'Service', ...oneOf('service'), valueLabel: asIs },
  { name: 'article_type', label: 'Type', ...oneOf('type'), valueLabel: upperFirst },
  { name: 'category', label: 'Category', ...oneOf('category'), valueLabel: upperFirst },
  { name: 'technologies', label: 'Technology', ...someOf('technologies'), valueLabel: asIs },
  { name: 'tags', label: 'Tag', ...someOf('tags'), valueLabel: asIs },
]
