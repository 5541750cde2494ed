'use client'

import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { SearchBox } from '#components/filter/search-box.tsx'
import { QueryStates } from '#components/layout/query-states.tsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { type DataColumn, DataTable } from '#components/ui/data-table.tsx'
import { DateTime } from '#components/ui/date-time.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { TableSkeleton } from '#components/ui/table-skeleton.tsx'
import { showErrorToast, showToast } from '#components/ui/toast.ts'
import { useLazyPart } from '#components/ui/use-lazy-part.ts'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { addressWith } from '#lib/api/page-query.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { revokeInvitation } from '#lib/contracts/admin-routes.ts'
import { type ListedAccount, listAccounts, updateAccount } from '#lib/contracts/app/accounts.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { type AccountAction, isEnabledAdmin } from './account-action.ts'
import { AccountMenu } from './account-menu.tsx'

const loadDialog = () => import('./account-dialog.tsx')

type AccountQuery = QueryOf<typeof listAccounts>

/** The accounts by name, each with its actions; `me` is the id of the signed-in account. */
export function AccountTable({ query, me }: { query: AccountQuery; me: string }) {
  const accounts = useQuery(endpointQuery(listAccounts, { query }))
  const address = (changes: Partial<AccountQuery>) =>
    addressWith(pagePaths.accounts, query, changes, listAccounts.query)
  return (
    <div className="flex flex-col gap-3">
      <SearchBox
        label="Search the accounts"
        placeholder="Name or e-mail"
        value={query.search ?? ''}
        hrefFor={(search) => address({ search: search || undefined })}
      />
      <QueryStates
        query={accounts}
        failure="The accounts could not be loaded"
        skeleton={<TableSkeleton columns={columns.slice(0, -1).map(({ label }) => label)} />}
      >
        {({ result, total_count: total, admin_count: adminCount }) => (
          <>
            {result.length === 0 ? (
              <NoAccounts total={total} />
            ) : (
              <Accounts accounts={result} adminCount={adminCount} me={me} />
            )}
            <Pagination
              page={query.page}
              pageSize={query.limit}
              total={total}
              hrefFor={(page) => address({ page })}
              noun="accounts"
            />
          </>
        )}
      </QueryStates>
    </div>
  )
}

type AccountsProps = { accounts: readonly ListedAccount[]; adminCount: number; me: string }

function Accounts({ accounts, adminCount, me }: AccountsProps) {
  const [opened, setOpened] = useState<{ action: AccountAction; account: ListedAccount } | null>(null)
  const close = () => setOpened(null)
  const part = useLazyPart(loadDialog, opened !== null, close)
  const update = useEndpointMutation(updateAccount, ['History'])
  const enable = ({ id, name }: ListedAccount) =>
    update.mutate(
      { params: { id }, body: { is_disabled: false } },
      {
        onSuccess: () => showToast({ kind: 'success', title: `${name} can sign in again` }),
        onError: showErrorToast,
      },
    )
  const revocation = useEndpointMutation(revokeInvitation, ['History'])
  const revoke = ({ id, name }: ListedAccount) =>
    revocation.mutate(
      { params: { id } },
      {
        onSuccess: () => showToast({ kind: 'success', title: `The invitation of ${name} is revoked` }),
        onError: showErrorToast,
      },
    )
  return (
    <div className="flex flex-col gap-3">
      {adminCount === 1 ? <SingleAdminNotice /> : null}
      <DataTable
        label="Accounts"
        height="viewport"
        columns={columns}
        rows={accounts}
        rowKey={({ id }) => id}
        rowClass="stacked:relative"
        extra={{
          me,
          onAction: (action, account) => setOpened({ action, account }),
          onEnable: enable,
          onRevoke: revoke,
        }}
      />
      {part && opened ? (
        <part.AccountDialog
          {...opened}
          isOwn={opened.account.id === me}
          isLastAdmin={adminCount === 1 && isEnabledAdmin(opened.account)}
          onClose={close}
        />
      ) : null}
    </div>
  )
}

type Actions = {
  me: string
  onAction: (action: AccountAction, account: ListedAccount) => void
  onEnable: (account: ListedAccount) => void
  onRevoke: (account: ListedAccount) => void
}

const columns: readonly DataColumn<ListedAccount, Actions>[] = [
  {
    label: 'Name',
    isPrimary: true,
    cell: ({ id, name, department }, { me }) => (
      <>
        <span className="inline-flex items-center gap-2">
          <Avatar name={name} />
          <span className="font-medium">{name}</span>
          {id === me ? <Badge tone="accent">You</Badge> : null}
        </span>
        {department === null ? null : <span className="block text-xs text-muted">{department}</span>}
      </>
    ),
  },
  { label: 'E-mail', cellClass: 'break-all', cell: ({ email }) => email },
  { label: 'Role', cellClass: 'capitalize', cell: ({ role }) => role },
  { label: 'State', cell: (account) => <AccountState account={account} /> },
  {
    label: 'Added',
    cellClass: 'tabular-nums',
    cell: ({ created_at: at }) => <DateTime value={at} precision="day" />,
  },
  {
    label: 'Actions',
    hidesLabel: true,
    align: 'end',
    cellClass: 'stacked:absolute stacked:top-1 stacked:right-2',
    cell: (account, { me, onAction, onEnable, onRevoke }) => (
      <AccountMenu
        account={account}
        isOwn={account.id === me}
        onAction={(action) => onAction(action, account)}
        onEnable={() => onEnable(account)}
        onRevoke={() => onRevoke(account)}
      />
    ),
  },
]

function AccountState({ account: { is_disabled, sign_in, invited_until } }: { account: ListedAccount }) {
  if (is_disabled) return <StatusBadge hollow>Disabled</StatusBadge>
  if (sign_in === 'none') return <StatusBadge hollow>Not invited</StatusBadge>
  if (sign_in === 'invitation') {
    const isExpired = invited_until !== null && invited_until < new Date().toISOString()
    return <StatusBadge tone="warning">{isExpired ? 'Invitation expired' : 'Invited'}</StatusBadge>
  }
  return <StatusBadge tone="success">Active</StatusBadge>
}

function NoAccounts({ total }: { total: number }) {
  return (
    <EmptyState
      icon={UsersRound}
      title={total > 0 ? 'This page is past the end' : 'No accounts match'}
      action={<ButtonLink href={pagePaths.accounts}>Show all accounts</ButtonLink>}
    />
  )
}

function SingleAdminNotice() {
  return (
    <Notice>
      There is only one admin, whose account cannot be disabled or get another role. Make a second person an admin, so
      that one is always available.
    </Notice>
  )
}
