import type { Context } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'

/** True if there is any change. */
export async function hasChanges({ db }: Context): Promise<boolean> {
  const rows = await db.select({ number: changes.number }).from(changes).limit(1)
  return rows.length > 0
}
