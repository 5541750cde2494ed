import { UserSearch, Users } from 'lucide-react'
import { ImportLink } from '#components/layout/import-link.tsx'
import { SortBy } from '#components/layout/sort-by.tsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { DateTime } from '#components/ui/date-time.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import { PastEnd } from '#components/ui/past-end.tsx'
import { RowLink } from '#components/ui/row-link.tsx'
import { Caption, Table, TBody, Td, THead, Tr } from '#components/ui/table.tsx'
import { TableRegion } from '#components/ui/table-region.tsx'
import type { User } from '#lib/contracts/users.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { type UserQuery, userAddress } from './user-address.ts'

type UserTableProps = { users: readonly User[]; total: number; query: UserQuery }

/** The users of interface A, searched, sorted and paged by the address. */
export function UserTable({ users, total, query }: UserTableProps) {
  return (
    <div className="flex flex-col gap-3">
      {users.length === 0 ? <NoUsers query={query} total={total} /> : <Rows users={users} query={query} />}
      <Pagination
        page={query.page}
        pageSize={query.limit}
        total={total}
        hrefFor={(page) => userAddress(query, { page })}
        noun="users"
      />
    </div>
  )
}

function Rows({ users, query }: Omit<UserTableProps, 'total'>) {
  const hrefFor = (sort: string) => userAddress(query, { sort: sort as UserQuery['sort'] })
  return (
    <TableRegion label="Users" height="page">
      <Table stack>
        <Caption>Users</Caption>
        <THead>
          <Tr>
            <SortBy field="name" sort={query.sort} hrefFor={hrefFor}>
              Name
            </SortBy>
            <SortBy field="email" sort={query.sort} hrefFor={hrefFor}>
              E-mail
            </SortBy>
            <SortBy field="created_at" sort={query.sort} hrefFor={hrefFor}>
              Added
            </SortBy>
            <SortBy field="id" sort={query.sort} hrefFor={hrefFor}>
              Id
            </SortBy>
          </Tr>
        </THead>
        <TBody>
          {users.map((user) => (
            <Tr key={user.id}>
              <Td primary>
                <span className="inline-flex items-center gap-2">
                  <Avatar name={user.name} />
                  <RowLink href={pagePaths.user(user.id)}>{user.name}</RowLink>
                </span>
              </Td>
              <Td label="E-mail" className="break-all">
                {user.email}
              </Td>
              <Td label="Added" className="tabular-nums">
                <DateTime value={user.created_at} precision="day" />
              </Td>
              <Td label="Id" className="font-mono text-xs text-muted">
                {user.id}
              </Td>
            </Tr>
          ))}
        </TBody>
      </Table>
    </TableRegion>
  )
}

function NoUsers({ query, total }: Omit<UserTableProps, 'users'>) {
  if (total > 0) return <PastEnd firstHref={userAddress(query, { page: 1 })} />
  if (query.search) {
    return (
      <EmptyState
        icon={UserSearch}
        title="No users match this search"
        action={<ButtonLink href={pagePaths.users}>Show all users</ButtonLink>}
      >
        Search for a part of a name or an e-mail address.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={Users} title="No users yet" action={<ImportLink kind="users" />}>
      A manager imports them from a file of your directory.
    </EmptyState>
  )
}
