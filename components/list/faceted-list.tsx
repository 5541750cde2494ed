'use client'

import { Check, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { FilterChips } from '#components/filter/filter-chips.tsx'
import { createOffer } from '#components/filter/offered-values.ts'
import { SearchBox } from '#components/filter/search-box.tsx'
import { type QueryLink, useOptimisticQuery } from '#components/filter/use-optimistic-query.ts'
import { cx } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { PageLoading } from '#components/ui/page-loading.tsx'
import { type Facet, type FacetCounts, getValueLabel, listChosenValues, toggleValue } from '#lib/api/facets.ts'
import { groupDigits } from '#lib/text/grouped.ts'
import { type ListFilterProps, ListFilterTools } from './list-filter-tools.tsx'
import { type ListFilter, type ListPlace, type ListQuery, listHref } from './list-view.ts'

type FacetedListProps = ListFilterProps<ListQuery & { q?: string | undefined }> & {
  place: ListPlace
  searchPlaceholder: string
  filter: Pick<ListFilter, 'placeholder' | 'offer'>
  facets: readonly Facet[]
  counts: FacetCounts | null
  children: ReactNode
}

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
  const applied = facets.flatMap((facet) =>
    listChosenValues(facet, newest).map((value) => ({
      label: facet.label,
      value: getValueLabel(facet, value),
      removeHref: hrefFor(toggleValue(facet, newest, value)),
    })),
  )
  return (
    <div className="flex flex-col gap-3">
      <PageLoading when={isLoading} />
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          label={`Search the ${place.noun[1]}`}
          placeholder={searchPlaceholder}
          value={query.q ?? ''}
          hrefFor={(words) => hrefFor({ q: words || undefined, sort: undefined })}
          maxLength={500}
          className="flex-1 basis-64"
        />
        <ListFilterTools
          {...tools}
          query={newest}
          place={place}
          placeholder={filter.placeholder}
          offer={createOffer(filter.offer)}
        />
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

const initialValues = 8

type FacetPanelProps = {
  facets: readonly Facet[]
  counts: FacetCounts
  /** The latest query, to which a chosen value is added. */
  newest: ListQuery
  linkTo: (query: ListQuery) => QueryLink
}

function FacetPanel({ facets, counts, newest, linkTo }: FacetPanelProps) {
  const groups = () => (
    <nav aria-label="Narrow down" className="flex flex-col gap-4 max-lg:grid max-lg:grid-cols-2 max-sm:grid-cols-1">
      {facets.map((facet) => (
        <FacetGroup
          key={facet.parameter}
          facet={facet}
          values={counts[facet.counts] ?? []}
          newest={newest}
          linkTo={linkTo}
        />
      ))}
    </nav>
  )
  return (
    <>
      <details className="rounded-lg border border-line bg-surface px-3 lg:hidden">
        <summary className="flex h-9 items-center gap-2 text-sm font-medium">
          <SlidersHorizontal className="size-4 text-muted" />
          Narrow down
        </summary>
        <div className="pt-1 pb-3">{groups()}</div>
      </details>
      <div className="max-lg:hidden">{groups()}</div>
    </>
  )
}

type FacetGroupProps = Pick<FacetPanelProps, 'newest' | 'linkTo'> & { facet: Facet; values: FacetCounts[string] }

function FacetGroup({ facet, values, newest, linkTo }: FacetGroupProps) {
  const id = useId()
  if (values.length === 0) return null
  const chosen = listChosenValues(facet, newest)
  const list = (shown: typeof values) => (
    <ul aria-labelledby={id}>
      {shown.map(({ value, count }) => {
        const isOn = chosen.includes(value)
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
              {isOn ? <Check className="size-3.5 shrink-0" /> : null}
              <span className="min-w-0 flex-1 break-words">{getValueLabel(facet, value)}</span>
              <span className="text-xs text-muted tabular-nums">{groupDigits(count)}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1 text-xs font-medium text-muted">
        {facet.label}
      </h2>
      {list(values.slice(0, initialValues))}
      {values.length > initialValues ? (
        <details>
          <summary className="flex min-h-7 w-fit items-center rounded-md px-2 text-sm text-accent-text hover:bg-ink/7">
            {groupDigits(values.length - initialValues)} more
          </summary>
          {list(values.slice(initialValues))}
        </details>
      ) : null}
    </section>
  )
}
