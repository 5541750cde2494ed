import { isNotNull, sql } from 'drizzle-orm'
import { connections } from '#server/schema/connections.ts'
import { ledgers } from '#server/schema/ledger.ts'
import { settings } from '#server/schema/settings.ts'
import { webhooks } from '#server/schema/webhooks.ts'
import type { Secrets } from './auth/secret.ts'
import type { Queryable } from './db/client.ts'
import { resealText } from './sealed-text.ts'

/** The columns with texts that stay sealed for longer than a rotation takes, and the keys of their tables. */
const sealedColumns = [
  { key: connections.id, sealed: connections.sealedSecret },
  { key: webhooks.id, sealed: webhooks.sealedSecret },
  { key: settings.key, sealed: settings.sealed },
  { key: ledgers.origin, sealed: ledgers.sealedKey },
]

/** Reseals secrets from the previous HINDSIGHT_SECRET with the current one, so that the previous one can be dropped. */
export async function resealSecrets(db: Queryable, { secret, previousSecret }: Secrets): Promise<void> {
  if (previousSecret === undefined) return
  for (const { key, sealed } of sealedColumns) {
    const columns = { key, sealed: sql<string>`${sealed}` }
    for (const row of await db.select(columns).from(sealed.table).where(isNotNull(sealed))) {
      const resealed = resealText(row.sealed, secret, previousSecret)
      if (resealed === null) continue
      await db.execute(sql`update ${sealed.table} set ${sql.identifier(sealed.name)} = ${resealed}
        where ${key} = ${row.key} and ${sealed} = ${row.sealed}`)
    }
  }
}
