'use client'

import { useQuery } from '@tanstack/react-query'
import { BookOpenText, SearchX } from 'lucide-react'
import { ImportLink } from '#components/layout/import-link.tsx'
import { QueryStates } from '#components/layout/query-states.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import type { KnowledgeQuery } from '#lib/api/knowledge-query.ts'
import { articleInput, knowledgeAddress, knowledgeFilter } from '#lib/api/knowledge-search.ts'
import { listArticleSummaries } from '#lib/contracts/app/article-summaries.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { searchWords } from '#lib/text/searched-words.ts'
import { ArticleResult } from './article-result.tsx'

type ArticleListProps = { query: KnowledgeQuery; canWrite: boolean }

/** A page of articles: best match first for a search, else newest first. */
export function ArticleList({ query, canWrite }: ArticleListProps) {
  const articles = useQuery(endpointQuery(listArticleSummaries, { query: articleInput(query) }))
  const words = searchWords(query.q ?? '')
  return (
    <QueryStates
      query={articles}
      failure="The articles could not be loaded"
      skeleton={<SkeletonText lines={12} label="Loading the articles" />}
    >
      {({ articles: found, total_count: total }) =>
        found.length === 0 ? (
          <NoArticles query={query} total={total} canWrite={canWrite} />
        ) : (
          <>
            <Order query={query} />
            <ol aria-label="Articles" className="flex flex-col divide-y divide-line">
              {found.map((article) => (
                <ArticleResult key={article.id} article={article} words={words} />
              ))}
            </ol>
            <Pagination
              page={query.page}
              pageSize={query.limit}
              total={total}
              hrefFor={(page) => knowledgeAddress(pagePaths.knowledge, query, { page })}
              noun="articles"
            />
          </>
        )
      }
    </QueryStates>
  )
}

/** Order of search results, with a link to the other order. */
function Order({ query }: { query: KnowledgeQuery }) {
  if (!query.q) return null
  const isByDate = query.sort === '-metadata.created'
  const other = knowledgeAddress(pagePaths.knowledge, query, { sort: isByDate ? undefined : '-metadata.created' })
  return (
    <p className="text-sm text-muted">
      {isByDate ? 'Newest first. ' : 'Best match first. '}
      <TextLink href={other} scroll={false}>
        {isByDate ? 'Best match first' : 'Newest first'}
      </TextLink>
    </p>
  )
}

function NoArticles({ query, total, canWrite }: ArticleListProps & { total: number }) {
  if (total > 0) {
    const first = knowledgeAddress(pagePaths.knowledge, query, { page: 1 })
    return (
      <EmptyState
        icon={BookOpenText}
        title="This page is past the end"
        action={<ButtonLink href={first}>Go to the first page</ButtonLink>}
      />
    )
  }
  if (query.q || query.service || knowledgeFilter(query)) {
    return (
      <EmptyState
        icon={SearchX}
        title={query.q ? `Nothing found for “${query.q}”` : 'No matching articles'}
        action={<ButtonLink href={pagePaths.knowledge}>Show all articles</ButtonLink>}
      >
        Try fewer or different words, or remove a filter.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={BookOpenText}
      title="No articles yet"
      action={
        canWrite ? (
          <>
            <ImportLink kind="articles" />
            <ButtonLink href={pagePaths.newArticle}>Write the first article</ButtonLink>
          </>
        ) : null
      }
    >
      Lessons that reviews publish appear here.
    </EmptyState>
  )
}
