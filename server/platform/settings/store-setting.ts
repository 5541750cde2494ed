import { sql } from 'drizzle-orm'
import type { Context } from '#server/platform/runtime/context.ts'
import { settings } from '#server/schema/settings.ts'

type StoredValue = Partial<Pick<typeof settings.$inferInsert, 'value' | 'sealed'>>

/** Stores a row of the settings in the place of an earlier one; its version grows with each write. */
export async function storeSetting({ db, actor, now }: Context, key: string, columns: StoredValue): Promise<void> {
  const row = { ...columns, updatedAt: now.toISOString(), updatedBy: actor.name }
  await db
    .insert(settings)
    .values({ key, ...row })
    .onConflictDoUpdate({ target: settings.key, set: { ...row, version: sql`${settings.version} + 1` } })
}
