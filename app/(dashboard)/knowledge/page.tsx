import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { KnowledgeBase } from '#components/knowledge/knowledge-base.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { ExportMenu } from '#components/list/export-menu.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { storedChoice } from '#components/ui/stored-choice.ts'
import { SavedViews } from '#components/views/saved-views.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { KnowledgeQuery } from '#lib/api/knowledge-query.ts'
import { articleInput, facetInput, knowledgeAddress } from '#lib/api/knowledge-search.ts'
import { type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { listArticleFacets } from '#lib/contracts/app/article-facets.ts'
import { listArticleSummaries } from '#lib/contracts/app/article-summaries.ts'
import { articleFields } from '#lib/contracts/articles.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { readFilterParts } from '#lib/filter/filter-parts.ts'
import * as facets from '#server/articles/facets.ts'
import * as articles from '#server/articles/summaries.ts'
import { getPageContext, type PageContext } from '#server/pages/page-context.ts'
import { prefetch } from '#server/pages/prefetch.ts'
import { prefetchViews } from '#server/pages/prefetch-views.ts'
import { hasRole } from '#server/platform/auth/caller.ts'

export const metadata: Metadata = { title: 'Knowledge' }

export default async function KnowledgePage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const query = readPageQuery(KnowledgeQuery, await searchParams)
  const ctx = await getPageContext(knowledgeAddress(pagePaths.knowledge, query, { page: query.page }))
  const canWrite = hasRole(ctx.actor.role, 'reviewer')
  const client = new QueryClient()
  const reading = readFilterParts(query.query ?? '', articleFields)
  await Promise.all([
    prefetchViews(client, ctx, 'knowledge'),
    ...(reading.ok ? [prefetchArticles(client, ctx, query)] : []),
  ])
  const input = articleInput(query)
  const list = client.getQueryData<ResponseOf<typeof listArticleSummaries>>(
    endpointQuery(listArticleSummaries, { query: input }).queryKey,
  )
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageHeader
        title="Knowledge"
        description="Lessons from past changes, to plan the next one."
        actions={
          <>
            <SavedViews
              page="knowledge"
              address={knowledgeAddress(pagePaths.knowledge, query, {})}
              mayDeleteAll={ctx.actor.role === 'admin'}
            />
            {list ? (
              <ExportMenu path={listArticleSummaries.path} query={input} total={list.total_count} noun="articles" />
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
        canWrite={canWrite}
        showsLanguage={storedChoice(await cookies(), 'language') === 'shown'}
      />
    </HydrationBoundary>
  )
}

async function prefetchArticles(client: QueryClient, ctx: PageContext, query: KnowledgeQuery): Promise<void> {
  const [list, counts] = [articleInput(query), facetInput(query)]
  await Promise.all([
    prefetch(client, listArticleSummaries, endpointQuery(listArticleSummaries, { query: list }), async () => {
      const { rows, total } = await articles.listArticleSummaries(ctx, list)
      return { total_count: total, articles: rows }
    }),
    prefetch(client, listArticleFacets, endpointQuery(listArticleFacets, { query: counts }), () =>
      facets.listArticleFacets(ctx, counts),
    ),
  ])
}
