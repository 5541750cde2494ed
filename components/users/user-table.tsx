'use client'

import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { QueryStates } from '#components/layout/query-states.tsx'
import { SortBy } from '#components/layout/sort-by.tsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { DateTime } from '#components/ui/date-time.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import { PastEnd } from '#components/ui/past-end.tsx'
import { RowLink } from '#components/ui/row-link.tsx'
import { Caption, Table, TBody, Td, THead, Tr } from '#components/ui/table.tsx'
import { TableRegion } from '#components/ui/table-region.tsx'
import { TableSkeleton } from '#components/ui/table-skeleton.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { addressWith } from '#lib/api/page-query.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import { listUsers, type User } from '#lib/contracts/users.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

export type UserQuery = QueryOf<typeof listUsers>

/** The users of interface A, sorted and paged by the address. */
export function UserTable({ query }: { query: UserQuery }) {
  const users = useQuery(endpointQuery(listUsers, { query }))
  const hrefForPage = (page: number) => addressWith(pagePaths.users, query, { page }, listUsers.query)
  return (
    <QueryStates
      query={users}
      failure="The users could not be loaded"
      skeleton={<TableSkeleton columns={['Name', 'E-mail', 'Added', 'Id']} />}
    >
      {({ data, meta }) => (
        <div className="flex flex-col gap-3">
          {data.length === 0 ? <NoUsers total={meta.total} /> : <Rows users={data} query={query} />}
          <Pagination page={meta.page} pageSize={meta.limit} total={meta.total} hrefFor={hrefForPage} noun="users" />
        </div>
      )}
    </QueryStates>
  )
}

function Rows({ users, query }: { users: readonly User[]; query: UserQuery }) {
  const hrefFor = (sort: string) => addressWith(pagePaths.users, query, { sort }, listUsers.query)
  return (
    <TableRegion label="Users" height="viewport">
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

function NoUsers({ total }: { total: number }) {
  if (total > 0) return <PastEnd firstHref={pagePaths.users} />
  return (
    <EmptyState icon={Users} title="No users yet">
      Import them with <code className="font-mono text-ink">npm run import -- users FILE</code>.
    </EmptyState>
  )
}
