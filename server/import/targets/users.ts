import { profile, User, user } from '#lib/contracts/users.ts'
import { foldForSorting } from '#lib/text/fold-for-sorting.ts'
import { users as table } from '#server/schema/directory.ts'
import { readWebAddress } from '../cells/text.ts'
import { importedFields } from './record-fields.ts'
import { defineTarget, type TargetFields } from './target.ts'

const read = importedFields({ ...user.fields, ...profile.fields }, table)

const fields = {
  ...read,
  avatar_url: { ...read.avatar_url, read: readWebAddress, isLenient: true },
  is_active: { ...read.is_active, isLenient: true },
  created_at: { ...read.created_at, column: { column: table.createdAt, absent: 'now' } },
} as const satisfies TargetFields

export const users = defineTarget({
  entity: 'users',
  historyName: 'user',
  table,
  key: 'id',
  fields,
  exported: User,
  complete: (row) => row,
  columns: [{ column: table.nameKey, from: ['name'], value: (row) => foldForSorting(row.name) }],
})
