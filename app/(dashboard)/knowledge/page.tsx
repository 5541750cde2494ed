import { PenLine } from 'lucide-react'
import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { ArticleList } from '#components/knowledge/article-list.tsx'
import { KnowledgeBase } from '#components/knowledge/knowledge-base.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { ExportMenu } from '#components/list/export-menu.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { storedChoice } from '#components/ui/stored-choice.ts'
import { SavedViews } from '#components/views/saved-views.tsx'
import { KnowledgeQuery } from '#lib/api/knowledge-query.ts'
import { articleInput, facetInput, knowledgeAddress } from '#lib/api/knowledge-search.ts'
import { type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { listArticleSummaries } from '#lib/contracts/app/article-summaries.ts'
import { articleFields } from '#lib/contracts/articles.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { readFilterParts } from '#lib/filter/filter-parts.ts'
import * as facets from '#server/articles/facets.ts'
import * as articles from '#server/articles/summaries.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { hasRole } from '#server/platform/auth/caller.ts'
import { listSavedViews } from '#server/views/queries.ts'

export const metadata: Metadata = { title: 'Knowledge' }

export default async function KnowledgePage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const query = readPageQuery(KnowledgeQuery, await searchParams)
  const ctx = await getPageContext(knowledgeAddress(pagePaths.knowledge, query, { page: query.page }))
  const canWrite = hasRole(ctx.actor.role, 'reviewer')
  const reading = readFilterParts(query.query ?? '', articleFields)
  const input = articleInput(query)
  const [views, page, counts] = await Promise.all([
    listSavedViews(ctx, { page: 'knowledge' }),
    reading.ok ? articles.listArticleSummaries(ctx, input) : null,
    reading.ok ? facets.listArticleFacets(ctx, facetInput(query)) : null,
  ])
  return (
    <>
      <PageHeader
        title="Knowledge"
        description="Lessons from past changes, to plan the next one."
        actions={
          <>
            <SavedViews
              page="knowledge"
              views={views}
              address={knowledgeAddress(pagePaths.knowledge, query, {})}
              mayDeleteAll={ctx.actor.role === 'admin'}
            />
            {page ? (
              <ExportMenu path={listArticleSummaries.path} query={input} total={page.total} noun="articles" />
            ) : null}
            {canWrite ? (
              <ButtonLink href={pagePaths.newArticle} variant="primary" icon={<PenLine aria-hidden="true" />}>
                Write an article
              </ButtonLink>
            ) : null}
          </>
        }
      />
      <KnowledgeBase
        query={query}
        reading={reading}
        counts={counts}
        showsLanguage={storedChoice(await cookies(), 'language') === 'shown'}
      >
        <ArticleList query={query} articles={page?.rows ?? []} total={page?.total ?? 0} canWrite={canWrite} />
      </KnowledgeBase>
    </>
  )
}
