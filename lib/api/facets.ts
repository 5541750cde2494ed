import { printValue } from '#lib/filter/print.ts'
import { upperFirst } from '#lib/text/first-letter.ts'

/** A field whose values, with their counts, narrow a list; plain data, so that a page can pass it to the browser. */
export type Facet = {
  readonly label: string
  /** The parameter of the URL with the chosen values. */
  readonly parameter: string
  /** The name of its counts. */
  readonly counts: string
  /** The field of the filter that a chosen value compares; without one, the endpoint has the parameter itself. */
  readonly field?: string
  /** True if several values can be chosen, of which a record must have all. */
  readonly isList?: boolean
  /** Names of the values; it has no others then. By default a value is its own name. */
  readonly labels?: Readonly<Record<string, string>>
}

/** Number of records of each value, most frequent first, by the name of the counts. */
export type FacetCounts = Readonly<Record<string, readonly { readonly value: string; readonly count: number }[]>>

type QueryParameters = Readonly<Record<string, unknown>>

/** Labels as a URL parameter: separated by commas, a comma within a label as `%2C`; undefined for none. */
export const printLabels = (labels: readonly string[]): string | undefined =>
  labels.map((label) => label.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',') || undefined

const readLabels = (printed = ''): string[] =>
  printed
    .split(',')
    .map((label) => label.replaceAll('%2C', ',').replaceAll('%25', '%'))
    .filter(Boolean)

export function listChosenValues({ parameter, isList }: Facet, query: QueryParameters): readonly string[] {
  const value = query[parameter]
  if (typeof value !== 'string') return []
  return isList ? readLabels(value) : [value]
}

/** The changes of the query that choose a value, or no longer do. */
export function toggleValue(facet: Facet, query: QueryParameters, value: string): QueryParameters {
  const chosen = listChosenValues(facet, query)
  const isOn = chosen.includes(value)
  if (!facet.isList) return { [facet.parameter]: isOn ? undefined : value }
  return { [facet.parameter]: printLabels(isOn ? chosen.filter((other) => other !== value) : [...chosen, value]) }
}

/** The label of a value; one of a list is shown as people wrote it. */
export const getValueLabel = ({ labels, isList, field }: Facet, value: string): string =>
  labels?.[value] ?? (isList || field === undefined ? value : upperFirst(value))

/** The query of the endpoint, with the chosen values of facets with a `field` as a part of its filter. */
export function narrowByFacets<Q extends QueryParameters & { query?: string | undefined }>(
  facets: readonly Facet[],
  query: Q,
): Q {
  const parts = facets.flatMap((facet) =>
    facet.field === undefined
      ? []
      : listChosenValues(facet, query).map((value) => `${facet.field} = ${printValue(value)}`),
  )
  if (parts.length === 0) return query
  const ownFilter = query.query?.trim() ? [`(${query.query})`] : []
  const ofFacets = new Set(facets.flatMap(({ parameter, field }) => (field === undefined ? [] : parameter)))
  const otherParameters = Object.fromEntries(Object.entries(query).filter(([name]) => !ofFacets.has(name)))
  return { ...otherParameters, query: [...ownFilter, ...parts].join(' AND ') } as Q
}
