import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import type * as contract from '#lib/contracts/users.ts'
import { initialsAvatar } from '#lib/domain/initials-avatar.ts'
import type { Context } from '#server/context.ts'
import { findRecord } from '#server/db/find-record.ts'
import { listOrder } from '#server/db/order-by.ts'
import { users } from '#server/db/schema/directory.ts'
import { selectKeptPage } from '#server/db/select-kept-page.ts'
import { notFound } from '#server/errors.ts'

const columns = { id: users.id, name: users.name, email: users.email, created_at: users.createdAt }
const profileColumns = { ...columns, bio: users.bio, location: users.location, avatarUrl: users.avatarUrl }
const sortColumns = { id: users.id, name: users.nameKey, email: users.email, created_at: users.createdAt }

export function listUsers(ctx: Context, input: QueryOf<typeof contract.listUsers>): Promise<Page<contract.User>> {
  const { sort = 'id' } = input
  const list = {
    lists: ['users'],
    shape: { key: `users ${sort}`, values: {} },
    isFiltered: false,
    isSteady: true,
  } as const
  const order = () => listOrder(sort, sortColumns, users.id)
  return selectKeptPage(
    ctx.db,
    { ...list, build: () => ({ from: users, columns, where: undefined, order: order() }) },
    input,
  )
}

/** One user with the profile. Throws `not_found`. */
export async function getUser(ctx: Context, id: string): Promise<contract.UserWithProfile> {
  const row = await findRecord(ctx.db, { columns: profileColumns, key: 'id' }, id)
  if (!row) throw notFound('user', id)
  const { bio, location, avatarUrl, ...user } = row
  return { ...user, profile: { bio, location, avatar_url: avatarUrl ?? initialsAvatar(user.name) } }
}
