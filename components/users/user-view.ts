import { Users } from 'lucide-react'
import type { ListView } from '#components/list/list-view.ts'
import type { User } from '#lib/contracts/users.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { userColumns } from './user-columns.tsx'

export const userView: ListView<User> = {
  path: pagePaths.users,
  noun: ['user', 'users'],
  title: 'Users',
  description: 'The people of the organisation.',
  key: 'id',
  pageSize: 50,
  columns: userColumns,
  layout: 'users',
  opensRows: true,
  search: { placeholder: 'Name or e-mail', hint: 'Search for a part of a name or an e-mail address.' },
  empty: { icon: Users, text: 'A manager imports them from a file of your directory.', imports: 'users' },
}
