import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { AccountTable } from '#components/admin/accounts/account-table.tsx'
import { AddAccount } from '#components/admin/accounts/add-account.tsx'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { addressWith, type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { listAccounts } from '#lib/contracts/app/accounts.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { prefetch } from '#server/pages/prefetch.ts'
import * as accounts from '#server/platform/auth/account-queries.ts'

export const metadata: Metadata = { title: 'Accounts' }

export default async function AccountsPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const query = readPageQuery(listAccounts.query, await searchParams)
  const address = addressWith(pagePaths.accounts, query, { page: query.page }, listAccounts.query)
  const ctx = await getPageContext(address, 'admin')
  const client = new QueryClient()
  await prefetch(client, listAccounts, endpointQuery(listAccounts, { query }), async () => {
    const { rows, total, adminCount } = await accounts.listAccounts(ctx, query)
    return { result: rows, total_count: total, admin_count: adminCount }
  })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AdminTabs role={ctx.actor.role} current={pagePaths.accounts} />
      <PageHeader
        title="Accounts"
        description="Who may sign in, and with which role. Disabling an account or changing its role or password signs the person out immediately."
        actions={
          <>
            <ButtonLink href={pagePaths.accountsFile}>Add from a file</ButtonLink>
            <AddAccount />
          </>
        }
      />
      <AccountTable query={query} me={ctx.actor.id} />
    </HydrationBoundary>
  )
}
