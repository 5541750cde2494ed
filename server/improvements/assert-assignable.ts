import { sql } from 'drizzle-orm'
import { hasLeft } from '#server/platform/auth/leavers.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'

/** Throws `invalid_parameter` when a person assigns an action to somebody who left. A token may write any owner. */
export async function assertAssignable({ db, actor }: Context, owner: string): Promise<void> {
  if (actor.kind !== 'account') return
  const { rows } = await db.execute<{ hasLeft: boolean }>(sql`select ${hasLeft(sql`${owner}::text`)} as "hasLeft"`)
  if (rows[0]?.hasLeft) throw invalidField('owner', 'body', 'left the organisation; choose somebody else')
}
