import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '#server/platform/db/client.ts'
import { connections } from '#server/schema/connections.ts'
import { openSecrets, sealSecrets } from './sealed-secrets.ts'

/** Seals secrets of the previous HINDSIGHT_SECRET with the current one, so that the previous can be dropped. */
export async function resealConnections(
  db: Queryable,
  secret: string,
  previousSecret: string | undefined,
): Promise<void> {
  if (previousSecret === undefined) return
  const rows = await db.select().from(connections).where(sql`${connections.sealedSecret} is not null`)
  for (const { id, sealedSecret } of rows) {
    const secrets = openWith(sealedSecret, previousSecret)
    if (secrets === undefined) continue
    await db
      .update(connections)
      .set({ sealedSecret: sealSecrets(secrets, secret) })
      .where(sql`${eq(connections.id, id)} and ${eq(connections.sealedSecret, sealedSecret ?? '')}`)
  }
}

function openWith(sealed: string | null, secret: string) {
  try {
    return openSecrets(sealed, [secret])
  } catch {
    return undefined
  }
}
