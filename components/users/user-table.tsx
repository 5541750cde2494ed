import { UserSearch, Users } from 'lucide-react'
import { ImportLink } from '#components/layout/import-link.tsx'
import { ListCells, ListHeaders, listTable, pickColumns, type ShownColumns } from '#components/list/list-column.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import { PastEnd } from '#components/ui/past-end.tsx'
import { Caption, Table, TBody, THead, Tr } from '#components/ui/table.tsx'
import { TableRegion } from '#components/ui/table-region.tsx'
import type { LayoutQuery } from '#lib/api/layout-query.ts'
import type { User } from '#lib/contracts/users.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { type UserQuery, userAddress } from './user-address.ts'
import { userColumns } from './user-columns.tsx'

type UserTableProps = {
  users: readonly User[]
  total: number
  query: UserQuery & LayoutQuery
  shown: ShownColumns
}

/** The users of interface A, searched, sorted and paged by the address. */
export function UserTable({ users, total, query, shown }: UserTableProps) {
  return (
    <div className="flex flex-col gap-3">
      {users.length === 0 ? (
        <NoUsers query={query} total={total} />
      ) : (
        <Rows users={users} query={query} shown={shown} />
      )}
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

function Rows({ users, query, shown }: Omit<UserTableProps, 'total'>) {
  const columns = pickColumns(userColumns, shown)
  const { region, table } = listTable(shown)
  const hrefFor = (sort: string) => userAddress(query, { sort: sort as UserQuery['sort'] })
  return (
    <TableRegion label="Users" {...region}>
      <Table stack {...table}>
        <Caption>Users</Caption>
        <THead>
          <Tr>
            <ListHeaders columns={columns} sort={query.sort} hrefFor={hrefFor} />
          </Tr>
        </THead>
        <TBody>
          {users.map((user) => (
            <Tr key={user.id}>
              <ListCells columns={columns} row={user} extra={undefined} />
            </Tr>
          ))}
        </TBody>
      </Table>
    </TableRegion>
  )
}

function NoUsers({ query, total }: Pick<UserTableProps, 'query' | 'total'>) {
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
