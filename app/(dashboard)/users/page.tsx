import { Users } from 'lucide-react'
import { createListPage } from '#app/(dashboard)/list-page.tsx'
import type { ListView } from '#components/list/list-view.ts'
import { userColumns } from '#components/users/user-columns.tsx'
import { listUsers, type User } from '#lib/contracts/users.ts'
import * as users from '#server/people/queries.ts'

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
