'use client'

import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { SearchBox } from '#components/filter/search-box.tsx'
import { QueryStates } from '#components/layout/query-states.tsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { DateTime } from '#components/ui/date-time.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { Caption, Table, TBody, Td, THead, Th, Tr } from '#components/ui/table.tsx'
import { TableRegion } from '#components/ui/table-region.tsx'
import { TableSkeleton } from '#components/ui/table-skeleton.tsx'
import { showErrorToast, showToast } from '#components/ui/toast.ts'
import { useLazyPart } from '#components/ui/use-lazy-part.ts'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
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
        skeleton={<TableSkeleton columns={['Name', 'E-mail', 'Role', 'State', 'Added']} />}
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
      <TableRegion label="Accounts" height="viewport">
        <Table stack>
          <Caption>Accounts</Caption>
          <THead>
            <Tr>
              <Th>Name</Th>
              <Th>E-mail</Th>
              <Th>Role</Th>
              <Th>State</Th>
              <Th>Added</Th>
              <Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Th>
            </Tr>
          </THead>
          <TBody>
            {accounts.map((account) => (
              <AccountRow key={account.id} account={account} isOwn={account.id === me}>
                <AccountMenu
                  account={account}
                  isOwn={account.id === me}
                  onAction={(action) => setOpened({ action, account })}
                  onEnable={() => enable(account)}
                  onRevoke={() => revoke(account)}
                />
              </AccountRow>
            ))}
          </TBody>
        </Table>
      </TableRegion>
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

type AccountRowProps = { account: ListedAccount; isOwn: boolean; children: ReactNode }

function AccountRow({ account, isOwn, children }: AccountRowProps) {
  return (
    <Tr className="stacked:relative">
      <Td primary>
        <span className="inline-flex items-center gap-2">
          <Avatar name={account.name} />
          <span className="font-medium">{account.name}</span>
          {isOwn ? <Badge tone="accent">You</Badge> : null}
        </span>
        {account.department === null ? null : <span className="block text-xs text-muted">{account.department}</span>}
      </Td>
      <Td label="E-mail" className="break-all">
        {account.email}
      </Td>
      <Td label="Role" className="capitalize">
        {account.role}
      </Td>
      <Td label="State">
        <AccountState account={account} />
      </Td>
      <Td label="Added" className="tabular-nums">
        <DateTime value={account.created_at} precision="day" />
      </Td>
      <Td align="end" className="stacked:absolute stacked:top-1 stacked:right-2">
        {children}
      </Td>
    </Tr>
  )
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
