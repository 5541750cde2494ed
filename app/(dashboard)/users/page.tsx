import { Users } from 'lucide-react'
import { createListPage } from '#app/(dashboard)/list-page.tsx'
import type { ListColumn } from '#components/list/list-column.tsx'
import type { ListView } from '#components/list/list-view.ts'
import { timeColumn } from '#components/list/time-column.tsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { RowLink } from '#components/ui/table/row-link.tsx'
import { listUsers, type User } from '#lib/contracts/users.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import * as users from '#server/people/queries.ts'

const userColumns: readonly ListColumn<User>[] = [
  {
    id: 'name',
    label: 'Name',
    fields: ['name'],
    isPrimary: true,
    sort: 'name',
    cell: ({ id, name }) => (
      <span className="inline-flex items-center gap-2">
        <Avatar name={name} />
        <RowLink href={pagePaths.user(id)}>{name}</RowLink>
      </span>
    ),
  },
  {
    id: 'email',
    label: 'E-mail',
    fields: ['email'],
    sort: 'email',
    cellClass: 'break-all',
    cell: ({ email }) => email,
  },
  timeColumn('created_at', {
    id: 'added',
    label: 'Added',
    sort: 'created_at',
    cellClass: 'tabular-nums',
    precision: 'day',
  }),
  {
    id: 'id',
    label: 'Id',
    fields: ['id'],
    sort: 'id',
    cellClass: 'font-mono text-xs text-muted',
    cell: ({ id }) => id,
  },
]

const view: ListView<User> = {
  path: '/users',
  noun: ['user', 'users'],
  title: 'Users',
  description: 'The people of the organisation.',
  key: 'id',
  pageSize: 50,
  columns: userColumns,
  hasColumnChoice: true,
  opensRows: true,
  search: { placeholder: 'Name or e-mail', hint: 'Search for a part of a name or an e-mail address.' },
  empty: { icon: Users, text: 'A manager imports them from a file of your directory.', imports: 'users' },
}

export const metadata = { title: view.title }

export default createListPage(view, listUsers, users.listUsers)
