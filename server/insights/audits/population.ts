import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Audit } from '#lib/contracts/app/audits.ts'
import { queueFields } from '#lib/contracts/app/queue.ts'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import { getStartOfDayIn } from '#lib/time/wall-clock.ts'
import { currentNumberSql } from '#server/history/entries-of-record.ts'
import { parseWhere } from '#server/platform/db/filter-sql.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { auditChanges, audits } from '#server/schema/audits.ts'
import { changes } from '#server/schema/changes.ts'
import { formerNumbers } from '#server/schema/history.ts'
import { getClock, queueFilterColumns } from '#server/worklist/queue/columns.ts'

type AuditPeriod = Pick<Audit, 'from' | 'to'>

/** Returns the start and the end of the period of an audit as times, by the days of the organisation. */
export const toTimes = ({ zone = 'UTC' }: Context, { from, to }: AuditPeriod) => ({
  from: getStartOfDayIn(from, zone),
  to: getStartOfDayIn(addDaysTo(to, 1), zone),
})

/**
 * Condition for changes, joined with their reviews, that belong to the current population of an audit. Throws
 * `invalid_filter`.
 */
export function selectPopulation(
  ctx: Context,
  audit: AuditPeriod & { readonly query?: string | null | undefined },
): SQL | undefined {
  const { from, to } = toTimes(ctx, audit)
  const filter = parseWhere(audit.query ?? undefined, queueFields, queueFilterColumns(getClock(ctx)))
  return and(eq(changes.state, 'closed'), gte(changes.actualEnd, from), lt(changes.actualEnd, to), filter)
}

/**
 * SQL for the frozen numbers of a population with the current numbers of the same changes. Only former numbers need a
 * search each.
 */
export const selectMembers = (id: string): SQL =>
  sql`(select a.change_number as frozen,
      case when a.change_number in (select former from ${formerNumbers} where entity_type = 'change')
        then ${sql.raw(currentNumberSql("'change'", 'a.change_number', 'made'))} else a.change_number end as number
    from ${auditChanges} a join (select id as audit, created_at as at, ''::text as id from ${audits}) made on made.audit = a.audit_id
    where a.audit_id = ${id})`
