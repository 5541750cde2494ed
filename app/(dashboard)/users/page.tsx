import type { Metadata } from 'next'
import { PageHeader } from '#components/layout/page-header.tsx'
import { ColumnChooser } from '#components/list/column-chooser.tsx'
import { chooserColumns, showColumns, shownFields } from '#components/list/column-model.ts'
import { ExportMenu } from '#components/list/export-menu.tsx'
import { UserQuery, userAddress } from '#components/users/user-address.ts'
import { userColumns } from '#components/users/user-columns.tsx'
import { UserSearchBox } from '#components/users/user-search-box.tsx'
import { UserTable } from '#components/users/user-table.tsx'
import { LayoutQuery } from '#lib/api/layout-query.ts'
import { type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { listUsers } from '#lib/contracts/users.ts'
import { readListLayout } from '#server/pages/list-layout.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import * as users from '#server/users/queries.ts'

export const metadata: Metadata = { title: 'Users' }

export default async function UsersPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const params = await searchParams
  const query = { ...readPageQuery(UserQuery, params), ...readPageQuery(LayoutQuery, params) }
  const ctx = await getPageContext(userAddress(query, { page: query.page }))
  const [layout, { rows, total }] = await Promise.all([
    readListLayout(ctx, 'users', query),
    users.listUsers(ctx, query),
  ])
  const shown = showColumns(userColumns, layout)
  return (
    <>
      <PageHeader
        title="Users"
        description="The people of the organisation."
        actions={
          <>
            <UserSearchBox search={query.search} sort={query.sort} />
            <ColumnChooser
              page="users"
              columns={chooserColumns(userColumns)}
              shown={shown}
              address={userAddress(query, { columns: undefined, density: undefined })}
            />
            <ExportMenu
              path={listUsers.path}
              query={query}
              fields={shownFields(userColumns, shown)}
              total={total}
              noun="users"
            />
          </>
        }
      />
      <UserTable users={rows} total={total} query={query} shown={shown} />
    </>
  )
}
