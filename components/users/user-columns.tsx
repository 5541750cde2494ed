import type { ListColumn } from '#components/list/list-column.tsx'
import { timeColumn } from '#components/list/time-column.tsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { RowLink } from '#components/ui/table/row-link.tsx'
import type { User } from '#lib/contracts/users.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

export const userColumns: readonly ListColumn<User>[] = [
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
