'use client'

import { Check, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useMemo } from 'react'
import { FilterChips } from '#components/filter/filter-chips.tsx'
import { createOffer } from '#components/filter/offered-values.ts'
import { SearchBox } from '#components/filter/search-box.tsx'
import { type QueryLink, useOptimisticQuery } from '#components/filter/use-optimistic-query.ts'
import { cx } from '#components/ui/class-names.ts'
import { formatCount } from '#components/ui/format-count.ts'
import { Link } from '#components/ui/link.tsx'
import { RowsLoading } from '#components/ui/table/rows-loading.tsx'
import { type Facet, type FacetCounts, getValueLabel, listChosenValues, toggleValue } from '#lib/api/facets.ts'
import { type ListFilterProps, ListFilterTools } from './list-filter-tools.tsx'
import { type ListFilter, type ListPlace, type ListQuery, listHref } from './list-view.ts'

type FacetedListProps = ListFilterProps<ListQuery & { q?: string | undefined }> & {
  place: ListPlace
  searchPlaceholder: string
  filter: Pick<ListFilter, 'placeholder' | 'offer'>
  facets: readonly Facet[]
  /** Null while the filter expression is invalid. */
  counts: FacetCounts | null
  /** The rows, or the error of the filter expression. */
  children: ReactNode
}

/** Search, filter and facets around the rows of a list. Their state is in the URL. */
export function FacetedList({
  place,
  searchPlaceholder,
  filter,
  facets,
  counts,
  children,
  ...tools
}: FacetedListProps) {
  const { query, reading } = tools
  const getHref = (to: ListQuery) => listHref(place, to)
  const { newest, isLoading, linkTo } = useOptimisticQuery<ListQuery>(query, getHref)
  const hrefFor = (changes: Readonly<Record<string, unknown>>) => listHref(place, newest, changes)
  const offered = useMemo(() => createOffer(filter.offer ?? {}), [filter.offer])
  const applied = facets.flatMap((facet) =>
    listChosenValues(facet, newest).map((value) => ({
      label: facet.label,
      value: getValueLabel(facet, value),
      removeHref: hrefFor(toggleValue(facet, newest, value)),
    })),
  )
  return (
    <div className="flex flex-col gap-3">
      <RowsLoading when={isLoading} />
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          label={`Search the ${place.noun[1]}`}
          placeholder={searchPlaceholder}
          value={query.q ?? ''}
          hrefFor={(words) => hrefFor({ q: words || undefined, sort: undefined })}
          maxLength={500}
          className="flex-1 basis-64"
        />
        <ListFilterTools {...tools} query={newest} place={place} placeholder={filter.placeholder} offer={offered} />
      </div>
      {counts ? (
        <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-[13rem_minmax(0,1fr)]">
          <FacetPanel facets={facets} counts={counts} newest={newest} linkTo={linkTo} />
          <div className="flex min-w-0 flex-col gap-3">
            <FilterChips
              reading={reading}
              hrefFor={(expression) => hrefFor({ query: expression })}
              clearHref={getHref({ page: 1, limit: query.limit, ...(query.q && { q: query.q }) })}
              applied={applied}
            />
            {children}
          </div>
        </div>
      ) : (
        children
      )}
    </div>
  )
}

/** Number of values shown before the collapsed rest. */
const initialValues = 8

type FacetChoice = {
  /** The latest query, to which a chosen value is added. */
  newest: ListQuery
  linkTo: (query: ListQuery) => QueryLink
}
type FacetPanelProps = FacetChoice & { facets: readonly Facet[]; counts: FacetCounts }

/** Counts of matching records by value; each value is a filter. Collapsed on phones. */
function FacetPanel(props: FacetPanelProps) {
  return (
    <>
      <details className="rounded-lg border border-line bg-surface px-3 lg:hidden">
        <summary className="flex h-9 items-center gap-2 text-sm font-medium">
          <SlidersHorizontal aria-hidden="true" className="size-4 text-muted" />
          Narrow down
        </summary>
        <div className="pt-1 pb-3">
          <FacetGroups {...props} />
        </div>
      </details>
      <div className="max-lg:hidden">
        <FacetGroups {...props} />
      </div>
    </>
  )
}

function FacetGroups({ facets, counts, ...choice }: FacetPanelProps) {
  return (
    <nav aria-label="Narrow down" className="flex flex-col gap-4 max-lg:grid max-lg:grid-cols-2 max-sm:grid-cols-1">
      {facets.map((facet) => (
        <FacetGroup key={facet.parameter} facet={facet} values={counts[facet.counts] ?? []} {...choice} />
      ))}
    </nav>
  )
}

type FacetGroupProps = FacetChoice & {
  facet: Facet
  values: readonly { value: string; count: number }[]
}

function FacetGroup({ facet, values, ...choice }: FacetGroupProps) {
  const id = useId()
  if (values.length === 0) return null
  const first = values.slice(0, initialValues)
  const rest = values.slice(initialValues)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1 text-xs font-medium text-muted">
        {facet.label}
      </h2>
      <FacetValues facet={facet} values={first} {...choice} labelledBy={id} />
      {rest.length > 0 ? (
        <details>
          <summary className="flex min-h-7 w-fit items-center rounded-md px-2 text-sm text-accent-text hover:bg-ink/7">
            {formatCount(rest.length)} more
          </summary>
          <FacetValues facet={facet} values={rest} {...choice} labelledBy={id} />
        </details>
      ) : null}
    </section>
  )
}

function FacetValues({ facet, values, newest, linkTo, labelledBy }: FacetGroupProps & { labelledBy: string }) {
  const selectedValues = listChosenValues(facet, newest)
  return (
    <ul aria-labelledby={labelledBy}>
      {values.map(({ value, count }) => {
        const isOn = selectedValues.includes(value)
        return (
          <li key={value}>
            <Link
              {...linkTo({ ...newest, ...toggleValue(facet, newest, value) })}
              scroll={false}
              aria-current={isOn ? 'true' : undefined}
              className={cx(
                'flex min-h-7 items-center gap-2 rounded-md px-2 py-0.5 text-sm',
                isOn ? 'bg-accent-soft font-medium text-accent-text' : 'hover:bg-ink/7',
              )}
            >
              {isOn ? <Check aria-hidden="true" className="size-3.5 shrink-0" /> : null}
              <span className="min-w-0 flex-1 break-words">{getValueLabel(facet, value)}</span>
              <span className="text-xs text-muted tabular-nums">{formatCount(count)}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
