import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import * as contract from '#lib/contracts/users.ts'
import { initialsAvatar } from '#lib/domain/initials-avatar.ts'
import type { Context } from '#server/context.ts'
import { findRecord } from '#server/db/find-record.ts'
import { defineList, listPage } from '#server/db/list.ts'
import { recordColumns } from '#server/db/record-columns.ts'
import { users } from '#server/db/schema/directory.ts'
import { notFound } from '#server/errors.ts'

const columns = recordColumns(users, contract.User.keyof().options)
const profileColumns = { ...columns, bio: users.bio, location: users.location, avatarUrl: users.avatarUrl }

const userList = defineList({ table: users, columns, key: 'id', sort: 'id', sortColumns: { name: users.nameKey } })

export function listUsers(ctx: Context, input: QueryOf<typeof contract.listUsers>): Promise<Page<contract.User>> {
  return listPage(ctx.db, userList, input)
}

/** One user with the profile. Throws `not_found`. */
export async function getUser(ctx: Context, id: string): Promise<contract.UserWithProfile> {
  const row = await findRecord(ctx.db, profileColumns, 'id', id)
  if (!row) throw notFound('user', id)
  const { bio, location, avatarUrl, ...user } = row
  return { ...user, profile: { bio, location, avatar_url: avatarUrl ?? initialsAvatar(user.name) } }
}
