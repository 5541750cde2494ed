import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { resealText } from '#server/platform/sealed-text.ts'
import { connections } from '#server/schema/connections.ts'

/** Reseals secrets from the previous HINDSIGHT_SECRET with the current one, so that the previous one can be dropped. */
export async function resealConnections(
  db: Queryable,
  secret: string,
  previousSecret: string | undefined,
): Promise<void> {
  if (previousSecret === undefined) return
  const rows = await db.select().from(connections).where(sql`${connections.sealedSecret} is not null`)
  for (const { id, sealedSecret } of rows) {
    const resealed = sealedSecret === null ? null : resealText(sealedSecret, secret, previousSecret)
    if (resealed === null) continue
    await db
      .update(connections)
      .set({ sealedSecret: resealed })
      .where(sql`${eq(connections.id, id)} and ${eq(connections.sealedSecret, sealedSecret ?? '')}`)
  }
}
