'use client'

import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { FilterTools } from '#components/filter/filter-tools.tsx'
import { InvalidFilter } from '#components/filter/invalid-filter.tsx'
import { SearchBox } from '#components/filter/search-box.tsx'
import { useOptimisticQuery } from '#components/filter/use-optimistic-query.ts'
import type { OfferedValues } from '#components/filter/values-in-use.ts'
import type { KnowledgeQuery } from '#lib/api/knowledge-query.ts'
import { knowledgeAddress } from '#lib/api/knowledge-search.ts'
import type { listArticleFacets } from '#lib/contracts/app/article-facets.ts'
import { articleFields } from '#lib/contracts/articles.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { FilterReading } from '#lib/filter/filter-parts.ts'
import { AppliedFacets } from './applied-facets.tsx'
import { FacetPanel } from './facet-panel.tsx'

type KnowledgeBaseProps = {
  query: KnowledgeQuery
  reading: FilterReading
  /** Null while the filter expression is invalid. */
  counts: ResponseOf<typeof listArticleFacets> | null
  showsLanguage: boolean
  /** The articles. */
  children: ReactNode
}

const offer: OfferedValues = ({ lesson_categories, tags, technologies }) => ({
  'metadata.category': lesson_categories,
  'metadata.tags': tags,
  'metadata.technologies': technologies,
})

const addressOf = (query: KnowledgeQuery) => knowledgeAddress(pagePaths.knowledge, query, {})

/** Search and facets of the knowledge base; the whole state is in the URL. */
export function KnowledgeBase({ query, reading, counts, showsLanguage, children }: KnowledgeBaseProps) {
  const router = useRouter()
  const { newest, linkTo } = useOptimisticQuery(query, addressOf)
  const address = (changes: Partial<KnowledgeQuery>) => knowledgeAddress(pagePaths.knowledge, newest, changes)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          label="Search the articles"
          placeholder="Words, “a phrase”, or -without"
          value={query.q ?? ''}
          hrefFor={(words) => address({ q: words || undefined, sort: undefined })}
          maxLength={500}
          className="flex-1 basis-64"
        />
        <FilterTools
          label="Filter the articles"
          placeholder="metadata.created >= 2026-01-01"
          expression={query.query ?? ''}
          reading={reading}
          fields={articleFields}
          offer={offer}
          showsLanguage={showsLanguage}
          onApply={(expression) => router.push(address({ query: expression || undefined }), { scroll: false })}
        />
      </div>
      {reading.ok && counts ? (
        <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-[13rem_minmax(0,1fr)]">
          <FacetPanel counts={counts} newest={newest} linkTo={linkTo} />
          <div className="flex min-w-0 flex-col gap-3">
            <AppliedFacets query={newest} reading={reading} />
            {children}
          </div>
        </div>
      ) : reading.ok ? null : (
        <InvalidFilter error={reading.error} clearHref={address({ query: undefined })} />
      )}
    </div>
  )
}
