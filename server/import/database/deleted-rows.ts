import { escapeIdentifier, escapeLiteral } from 'pg'
import type { EntityType } from '#lib/actions/entity-kinds.ts'
import type { Target } from '#server/import/targets/target.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { keySql } from './resolve-numbers.ts'
import { runSql } from './run-sql.ts'
import { stagingTable } from './staging-table.ts'

/** A row whose record the retention deleted; `day` is the day of the deletion. */
export type DeletedRow = { readonly ordinal: number; readonly key: string; readonly day: string }

/** Builds SQL that finds the deletion of a record by the retention; `key` is SQL too. */
export const selectDeletion = (kind: EntityType, key: string): string => {
  const compared = kind === 'change' || kind === 'incident' ? keySql(key) : key
  return `select d.deleted_at from deleted_records d where d.kind = ${escapeLiteral(kind)} and d.key = ${compared}`
}

/** Rows per statement. */
const portionSize = 5000

/**
 * Deletes the staged rows of records that the retention deleted, and yields them in the order of the file, in portions.
 * A record that was recorded again since then is treated like any other.
 */
export async function* takeDeletedRows(db: Queryable, target: Target): AsyncGenerator<readonly DeletedRow[]> {
  const key = escapeIdentifier(target.key)
  for (;;) {
    const { rows } = await runSql<DeletedRow>(
      db,
      `with found as materialized (
        select s.ordinal, s.${key} as key, to_char(gone.deleted_at at time zone 'UTC', 'YYYY-MM-DD') as day
        from ${stagingTable} s cross join lateral (${selectDeletion(target.historyName, `s.${key}`)}) gone
        where not exists (select from ${escapeIdentifier(target.table)} t where t.${key} = s.${key})
        order by s.ordinal limit ${portionSize}),
      taken as (delete from ${stagingTable} s using found f where s.ordinal = f.ordinal)
      select ordinal, key, day from found order by ordinal`,
    )
    if (rows.length === 0) return
    yield rows
  }
}
