import { UsersRound } from 'lucide-react'
import { createListPage } from '#app/(dashboard)/list-page.tsx'
import { AccountActions, AddAccount } from '#components/admin/accounts/account-actions.tsx'
import type { AccountRow } from '#components/admin/accounts/account-dialogs.tsx'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import type { ListView } from '#components/list/list-view.ts'
import { timeColumn } from '#components/list/time-column.tsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { type ListedAccount, listAccounts } from '#lib/contracts/app/accounts.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import * as accounts from '#server/platform/auth/account-queries.ts'

/** The accounts by name, each with its actions. */
const accountView: ListView<AccountRow> = {
  path: pagePaths.accounts,
  noun: ['account', 'accounts'],
  title: 'Accounts',
  description:
    'Who may sign in, and with which role. Disabling an account or changing its role or password signs the person out immediately.',
  key: 'id',
  pageSize: 100,
  rowClass: 'stacked:relative',
  columns: [
    {
      id: 'name',
      label: 'Name',
      isPrimary: true,
      cell: ({ name, department, isOwn }) => (
        <>
          <span className="inline-flex items-center gap-2">
            <Avatar name={name} />
            <span className="font-medium">{name}</span>
            {isOwn ? <Badge tone="accent">You</Badge> : null}
          </span>
          {department === null ? null : <span className="block text-xs text-muted">{department}</span>}
        </>
      ),
    },
    { id: 'email', label: 'E-mail', cellClass: 'break-all', cell: ({ email }) => email },
    { id: 'role', label: 'Role', cellClass: 'capitalize', cell: ({ role }) => role },
    { id: 'state', label: 'State', cell: (account) => <AccountState account={account} /> },
    timeColumn('created_at', { id: 'added', label: 'Added', cellClass: 'tabular-nums', precision: 'day' }),
    {
      id: 'actions',
      label: 'Actions',
      hidesLabel: true,
      align: 'end',
      cellClass: 'stacked:absolute stacked:top-1 stacked:right-2',
      cell: (account) => <AccountActions account={account} />,
    },
  ],
  search: { placeholder: 'Name or e-mail', hint: 'Search for a part of a name or an e-mail address.' },
  empty: { icon: UsersRound },
}

function AccountState({ account: { is_disabled, sign_in, invited_until } }: { account: ListedAccount }) {
  if (is_disabled) return <StatusBadge hollow>Disabled</StatusBadge>
  if (sign_in === 'none') return <StatusBadge hollow>Not invited</StatusBadge>
  if (sign_in === 'invitation') {
    const isExpired = invited_until !== null && invited_until < new Date().toISOString()
    return <StatusBadge tone="warning">{isExpired ? 'Invitation expired' : 'Invited'}</StatusBadge>
  }
  return <StatusBadge tone="success">Active</StatusBadge>
}

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
