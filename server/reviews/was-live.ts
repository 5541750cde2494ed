import { inArray, sql } from 'drizzle-orm'
import { entriesOf } from '#server/history/entries-of-record.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { changes } from '#server/schema/changes.ts'

/**
 * SQL that holds for a change that was not a finished record of another system when an import brought it, reviewed there
 * if at all: its state has changed here, or a session or a token of the API registered it, if late. A stub, which stands
 * for a change that somebody names, says nothing of it. `change` is the name of its row.
 */
export const wasLive = (change: string): string =>
  `(${change}.state <> 'closed' or exists (select from ${entriesOf("'change'", `${change}.number`)} e
    where e.action = 'update' and e.changes -> 'state' is not null
      or e.actor_kind in ('account', 'token') and (e.action = 'create' or e.changes -> 'is_stub' is not null)
        and e.changes #>> '{is_stub,to}' is distinct from 'true'))`

/** The numbers of these changes that were live. */
export async function listLive(db: Queryable, numbers: readonly string[]): Promise<ReadonlySet<string>> {
  if (numbers.length === 0) return new Set()
  const rows = await db
    .select({ number: changes.number })
    .from(changes)
    .where(sql`${inArray(changes.number, [...numbers])} and ${sql.raw(wasLive('changes'))}`)
  return new Set(rows.map(({ number }) => number))
}
