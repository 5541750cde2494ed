import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { NewToken } from '#components/admin/tokens/new-token.tsx'
import { TokenTable } from '#components/admin/tokens/token-table.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { addressWith, type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { listApiTokens } from '#lib/contracts/app/api-tokens.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { prefetch } from '#server/pages/prefetch.ts'
import * as tokens from '#server/platform/auth/token-queries.ts'

export const metadata: Metadata = { title: 'API tokens' }

export default async function TokensPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const query = readPageQuery(listApiTokens.query, await searchParams)
  const address = addressWith(pagePaths.tokens, query, { page: query.page }, listApiTokens.query)
  const ctx = await getPageContext(address, 'admin')
  const client = new QueryClient()
  await prefetch(client, listApiTokens, endpointQuery(listApiTokens, { query }), async () => {
    const { rows, total, counts } = await tokens.listApiTokens(ctx, query)
    return { result: rows, total_count: total, counts }
  })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AdminTabs role={ctx.actor.role} current={pagePaths.tokens} />
      <PageHeader
        title="API tokens"
        description="Credentials for other systems that call the API. Each token is for one API and is shown only once."
        actions={<NewToken />}
      />
      <TokenTable query={query} />
    </HydrationBoundary>
  )
}
