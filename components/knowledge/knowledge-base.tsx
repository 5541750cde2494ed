'use client'

import type { ReactNode } from 'react'
import { FilterChips } from '#components/filter/filter-chips.tsx'
import type { OfferedValues } from '#components/filter/offered-values.ts'
import { SearchBox } from '#components/filter/search-box.tsx'
import { useOptimisticQuery } from '#components/filter/use-optimistic-query.ts'
import { type ListFilterProps, ListFilterTools } from '#components/list/list-filter-tools.tsx'
import { listHref } from '#components/list/list-view.ts'
import { RowsLoading } from '#components/ui/table/rows-loading.tsx'
import { knowledgePlace } from '#lib/api/knowledge-search.ts'
import { FacetPanel } from './facet-panel.tsx'
import { chosenValues, type FacetCounts, type FacetQuery, facets, toggleValue } from './facets.ts'

type KnowledgeBaseProps = ListFilterProps<FacetQuery> & {
  /** Null while the filter expression is invalid. */
  counts: FacetCounts | null
  /** The articles, or why the filter expression is invalid. */
  children: ReactNode
}

const offer: OfferedValues = ({ lesson_categories, tags, technologies }) => ({
  'metadata.category': lesson_categories,
  'metadata.tags': tags,
  'metadata.technologies': technologies,
})

const addressOf = (query: FacetQuery) => listHref(knowledgePlace, query)

/** Search and facets of the knowledge base; the whole state is in the URL. */
export function KnowledgeBase({ counts, children, ...tools }: KnowledgeBaseProps) {
  const { newest, isLoading, linkTo } = useOptimisticQuery(tools.query, addressOf)
  const hrefFor = (changes: Partial<FacetQuery>) => listHref(knowledgePlace, newest, changes)
  const applied = facets.flatMap((facet) =>
    chosenValues(facet, newest).map((value) => ({
      label: facet.label,
      value: facet.valueLabel?.(value) ?? value,
      removeHref: hrefFor(toggleValue(facet, newest, value)),
    })),
  )
  return (
    <div className="flex flex-col gap-3">
      <RowsLoading when={isLoading} />
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          label="Search the articles"
          placeholder="Words, “a phrase”, or -without"
          value={tools.query.q ?? ''}
          hrefFor={(words) => hrefFor({ q: words || undefined, sort: undefined })}
          maxLength={500}
          className="flex-1 basis-64"
        />
        <ListFilterTools
          {...tools}
          query={newest}
          place={knowledgePlace}
          placeholder="metadata.created >= 2026-01-01"
          offer={offer}
        />
      </div>
      {counts ? (
        <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-[13rem_minmax(0,1fr)]">
          <FacetPanel counts={counts} newest={newest} linkTo={linkTo} />
          <div className="flex min-w-0 flex-col gap-3">
            <FilterChips
              reading={tools.reading}
              hrefFor={(expression) => hrefFor({ query: expression })}
              clearHref={addressOf({ page: 1, limit: tools.query.limit, q: tools.query.q })}
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
