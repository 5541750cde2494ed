import { sql } from 'drizzle-orm'
import type { Context } from '#server/platform/runtime/context.ts'
import { settings } from '#server/schema/settings.ts'

type Stored = Partial<Pick<typeof settings.$inferInsert, 'value' | 'sealed'>>

/** Stores a row of the settings in the place of an earlier one; its version grows with each write. */
export async function storeSetting({ db, actor, now }: Context, key: string, columns: Stored): Promise<void> {
  const stored = { ...columns, updatedAt: now.toISOString(), updatedBy: actor.name }
  await db
    .insert(settings)
    .values({ key, ...stored })
    .onConflictDoUpdate({ target: settings.key, set: { ...stored, version: sql`${settings.version} + 1` } })
}
