import { eq } from 'drizzle-orm'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import type * as contract from '#lib/contracts/users.ts'
import { initialsAvatar } from '#lib/domain/initials-avatar.ts'
import type { Context } from '#server/context.ts'
import { orderBy } from '#server/db/order-by.ts'
import { users } from '#server/db/schema/directory.ts'
import { selectShapedPage } from '#server/db/select-page.ts'
import { notFound } from '#server/errors.ts'

const columns = { id: users.id, name: users.name, email: users.email, created_at: users.createdAt }
const sortColumns = { id: users.id, name: users.nameKey, email: users.email, created_at: users.createdAt }

export function listUsers(ctx: Context, input: QueryOf<typeof contract.listUsers>): Promise<Page<contract.User>> {
  const { sort = 'id' } = input
  return selectShapedPage(ctx.db, { key: `users ${sort}`, values: {} }, input, () => ({
    from: users,
    columns,
    where: undefined,
    orderBy: orderBy(sort, sortColumns, users.id),
  }))
}

/** One user with the profile. Throws `not_found`. */
export async function getUser(ctx: Context, id: string): Promise<contract.UserWithProfile> {
  const [row] = await ctx.db
    .select({ ...columns, bio: users.bio, location: users.location, avatarUrl: users.avatarUrl })
    .from(users)
    .where(eq(users.id, id))
  if (!row) throw notFound('user', id)
  const { bio, location, avatarUrl, ...user } = row
  return { ...user, profile: { bio, location, avatar_url: avatarUrl ?? initialsAvatar(user.name) } }
}
