import { createListPage } from '#app/(dashboard)/list-page.tsx'
import { accountView } from '#components/admin/accounts/account-view.tsx'
import { AddAccount } from '#components/admin/accounts/add-account.tsx'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { listAccounts } from '#lib/contracts/app/accounts.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import * as accounts from '#server/platform/auth/account-queries.ts'

export const metadata = { title: accountView.title }

export default createListPage(
  accountView,
  listAccounts,
  async (ctx, query) => {
    const { rows, ...page } = await accounts.listAccounts(ctx, query)
    const isLastAdmin = ({ role, is_disabled }: (typeof rows)[number]) =>
      page.adminCount === 1 && role === 'admin' && !is_disabled
    return {
      ...page,
      rows: rows.map((row) => ({ ...row, isOwn: row.id === ctx.actor.id, isLastAdmin: isLastAdmin(row) })),
    }
  },
  {
    tabs: ({ actor }) => <AdminTabs role={actor.role} current={pagePaths.accounts} />,
    actions: () => (
      <>
        <ButtonLink href={`${pagePaths.imports}?kind=accounts`}>Add from a file</ButtonLink>
        <AddAccount />
      </>
    ),
    filters: ({ page }) =>
      page?.adminCount === 1 ? (
        <div className="mb-3">
          <Notice>
            There is only one admin, whose account cannot be disabled or get another role. Make a second person an
            admin, so that one is always available.
          </Notice>
        </div>
      ) : null,
  },
)
