import { BookOpenText, SearchX } from 'lucide-react'
import { ImportLink } from '#components/layout/import-link.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Pagination } from '#components/ui/table/pagination.tsx'
import { PastEnd } from '#components/ui/table/past-end.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { KnowledgeQuery } from '#lib/api/knowledge-query.ts'
import { knowledgeAddress, knowledgeFilter } from '#lib/api/knowledge-search.ts'
import type { ArticleSummary } from '#lib/contracts/app/article-summaries.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { searchWords } from '#lib/text/search-words.ts'
import { ArticleResult } from './article-result.tsx'

type ArticleListProps = {
  query: KnowledgeQuery
  articles: readonly ArticleSummary[]
  total: number
  canWrite: boolean
}

/** A page of articles: best match first for a search, else newest first. */
export function ArticleList({ query, articles, total, canWrite }: ArticleListProps) {
  if (articles.length === 0) return <NoArticles query={query} total={total} canWrite={canWrite} />
  const words = searchWords(query.q ?? '')
  return (
    <>
      <Order query={query} />
      <ol aria-label="Articles" className="flex flex-col divide-y divide-line">
        {articles.map((article) => (
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

function NoArticles({ query, total, canWrite }: Omit<ArticleListProps, 'articles'>) {
  if (total > 0) return <PastEnd firstHref={knowledgeAddress(pagePaths.knowledge, query, { page: 1 })} />
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
