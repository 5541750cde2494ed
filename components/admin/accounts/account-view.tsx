import { UsersRound } from 'lucide-react'
import type { ListView } from '#components/list/list-view.ts'
import { timeColumn } from '#components/list/time-column.tsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { ListedAccount } from '#lib/contracts/app/accounts.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { AccountRow } from './account-action.ts'
import { AccountActions } from './account-actions.tsx'

/** The accounts by name, each with its actions. */
export const accountView: ListView<AccountRow> = {
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
