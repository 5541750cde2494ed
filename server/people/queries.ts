import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import * as contract from '#lib/contracts/users.ts'
import { drawInitialsAvatar } from '#lib/domain/people/initials-avatar.ts'
import type { FilterTree } from '#lib/filter/syntax-tree.ts'
import { foldForSorting } from '#lib/text/fold-for-sorting.ts'
import { findRecord } from '#server/platform/db/find-record.ts'
import { defineList, selectListPage } from '#server/platform/db/list.ts'
import { recordColumns } from '#server/platform/db/record-columns.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { users } from '#server/schema/directory.ts'

const columns = recordColumns(users, contract.User.keyof().options)
const profileColumns = { ...columns, bio: users.bio, location: users.location, avatarUrl: users.avatarUrl }

const userList = defineList({
  table: users,
  columns,
  key: 'id',
  sort: 'id',
  sortColumns: { name: users.nameKey },
  filterColumns: { name_key: users.nameKey },
})

export function listUsers(
  ctx: Context,
  { search, ...input }: QueryOf<typeof contract.listUsers>,
): Promise<Page<contract.User>> {
  return selectListPage(ctx.db, userList, { ...input, filter: search ? hasText(search) : undefined })
}

function hasText(search: string): FilterTree {
  const contains = (field: string, text: string) =>
    ({ kind: 'comparison', field, type: 'text', operator: '~', values: [text] }) as const
  return { kind: 'or', operands: [contains('name_key', foldForSorting(search)), contains('email', search)] }
}

/** Returns one user with the profile. Throws `not_found`. */
export async function getUser(ctx: Context, id: string): Promise<contract.UserWithProfile> {
  const row = await findRecord(ctx.db, profileColumns, 'id', id)
  if (!row) throw notFound('user', id)
  const { bio, location, avatarUrl, ...user } = row
  return { ...user, profile: { bio, location, avatar_url: avatarUrl ?? drawInitialsAvatar(user.name) } }
}
