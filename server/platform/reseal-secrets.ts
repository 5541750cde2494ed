import { and, eq } from 'drizzle-orm'
import type { connections } from '#server/schema/connections.ts'
import type { webhooks } from '#server/schema/webhooks.ts'
import type { Queryable } from './db/client.ts'
import { resealText } from './sealed-text.ts'

/** Reseals secrets from the previous HINDSIGHT_SECRET with the current one, so that the previous one can be dropped. */
export async function resealSecrets(
  db: Queryable,
  table: typeof connections | typeof webhooks,
  secret: string,
  previousSecret: string | undefined,
): Promise<void> {
  if (previousSecret === undefined) return
  for (const { id, sealedSecret: sealed } of await db
    .select({ id: table.id, sealedSecret: table.sealedSecret })
    .from(table)) {
    const sealedSecret = sealed && resealText(sealed, secret, previousSecret)
    if (sealed === null || sealedSecret === null) continue
    await db
      .update(table)
      .set({ sealedSecret })
      .where(and(eq(table.id, id), eq(table.sealedSecret, sealed)))
  }
}
