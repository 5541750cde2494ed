import type { ListQuery } from '#components/list/list-view.ts'
import { printLabels, readLabels } from '#lib/api/knowledge-search.ts'
import type { listArticleFacets } from '#lib/contracts/app/article-facets.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { polarities } from '#lib/contracts/record-values.ts'
import { polarityLabels } from '#lib/domain/review/review-labels.ts'
import { upperFirst } from '#lib/text/first-letter.ts'

export type FacetCounts = ResponseOf<typeof listArticleFacets>

type FacetParameter = 'polarity' | 'service' | 'type' | 'category' | 'technologies' | 'tags'

/** The query of the knowledge base, as far as a click on a facet changes it. */
export type FacetQuery = ListQuery & { readonly [name in FacetParameter | 'q']?: string | undefined }

export type Facet = {
  readonly name: keyof FacetCounts
  readonly label: string
  readonly parameter: FacetParameter
  /** Several values can be chosen, of which an article must have all. */
  readonly isList?: boolean
  readonly valueLabel?: (value: string) => string
}

const polarityLabel = (value: string) => polarityLabels[polarities.find((known) => known === value) ?? 'neutral']

/** Facets in the order of the page. */
export const facets: readonly Facet[] = [
  { name: 'polarity', label: 'Kind of lesson', parameter: 'polarity', valueLabel: polarityLabel },
  { name: 'services', label: 'Service', parameter: 'service' },
  { name: 'article_type', label: 'Type', parameter: 'type', valueLabel: upperFirst },
  { name: 'category', label: 'Category', parameter: 'category', valueLabel: upperFirst },
  { name: 'technologies', label: 'Technology', parameter: 'technologies', isList: true },
  { name: 'tags', label: 'Tag', parameter: 'tags', isList: true },
]

/** The chosen values of a facet. */
export function chosenValues({ parameter, isList }: Facet, query: FacetQuery): readonly string[] {
  const value = query[parameter]
  return isList ? readLabels(value) : value === undefined ? [] : [value]
}

/** The changes of the query with which a value is chosen, or no longer is. */
export function toggleValue(facet: Facet, query: FacetQuery, value: string): Partial<FacetQuery> {
  const chosen = chosenValues(facet, query)
  const isOn = chosen.includes(value)
  if (!facet.isList) return { [facet.parameter]: isOn ? undefined : value }
  return { [facet.parameter]: printLabels(isOn ? chosen.filter((other) => other !== value) : [...chosen, value]) }
}
