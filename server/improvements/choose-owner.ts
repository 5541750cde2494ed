import { sql } from 'drizzle-orm'
import { type Cover, findCover } from '#server/people/delegates.ts'
import { hasLeft } from '#server/platform/auth/leavers.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'

export type ChosenOwner = { readonly owner: string; readonly cover: Cover | null }

/**
 * Chooses the owner of an action that is assigned to a person: their delegate while they are away. Throws
 * `invalid_parameter` for somebody who left. A token of another system sets any owner unchecked.
 */
export async function chooseOwner({ db, actor, now }: Context, owner: string): Promise<ChosenOwner> {
  const asWritten = { owner, cover: null }
  if (actor.kind === 'token' && actor.system !== 'app') return asWritten
  const { rows } = await db.execute<{ hasLeft: boolean }>(sql`select ${hasLeft(sql`${owner}::text`)} as "hasLeft"`)
  if (rows[0]?.hasLeft) throw invalidField('owner', 'body', 'left the organisation; choose somebody else')
  if (actor.kind === 'account' && owner.toLowerCase() === actor.email) return asWritten
  const cover = await findCover(db, owner, now)
  return cover ? { owner: cover.delegate.email, cover } : asWritten
}
