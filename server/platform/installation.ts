import { sql } from 'drizzle-orm'
import { settingsActions } from '#lib/actions/policy-actions.ts'
import { installation } from '#server/schema/settings.ts'
import { recordEvent } from './audit/record-event.ts'
import type { Queryable } from './db/client.ts'
import { AppError } from './errors.ts'
import { OutgoingError } from './outgoing/outgoing.ts'
import type { Context } from './runtime/context.ts'
import { inTransaction } from './runtime/in-transaction.ts'

/** Since when the database is known to be a copy, as ISO 8601. */
export type Copy = { readonly since: string }

/**
 * Returns since when this database is a copy: one that was restored, or that runs in another cluster or under another
 * number than the original. Null for the original, and before the first start.
 */
export async function findCopy(db: Queryable): Promise<Copy | null> {
  const [row] = await db
    .select({
      copiedAt: installation.copiedAt,
      isMoved: sql<boolean>`${installation.identity} <> installation_identity()`,
    })
    .from(installation)
  if (!row || (row.copiedAt === null && !row.isMoved)) return null
  return { since: row.copiedAt ?? new Date().toISOString() }
}

/** Throws an `OutgoingError` in a copy: nothing leaves it. Everything that is sent out asks this first. */
export async function assertOriginal(db: Queryable): Promise<void> {
  const copy = await findCopy(db)
  if (!copy) return
  const advice = 'An admin says on the page System that it is the real one'
  throw new OutgoingError(
    'copy',
    `This is a copy, restored on ${copy.since.slice(0, 10)}: it sends nothing. ${advice}.`,
  )
}

/** Remembers the database at the first start; at a later one, marks it as a copy if it is another. */
export async function identifyInstallation(db: Queryable): Promise<Copy | null> {
  await db.execute(sql`
    insert into ${installation} (id, identity) values (1, installation_identity())
    on conflict (id) do update set copied_at = now()
    where installation.copied_at is null and installation.identity <> excluded.identity`)
  return findCopy(db)
}

/** Marks the database as a copy. */
export async function markCopy(db: Queryable): Promise<void> {
  await db.execute(sql`
    insert into ${installation} (id, identity, copied_at) values (1, '', now())
    on conflict (id) do update set copied_at = excluded.copied_at`)
}

/** Makes this database the original, so that what waits in it is sent. Throws `conflict` if it is no copy. */
export const confirmOriginal = (ctx: Context, reason: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select from ${installation} for update`)
    const copy = await findCopy(tx.db)
    if (!copy) throw new AppError('conflict', 'This is not a copy: everything is sent already.')
    await tx.db.execute(sql`update ${installation} set identity = installation_identity(), copied_at = null`)
    await recordEvent(tx, settingsActions.confirmed_original, 'settings', {
      copied_at: { from: copy.since, to: null },
      original_because: { from: null, to: reason },
    })
  })
