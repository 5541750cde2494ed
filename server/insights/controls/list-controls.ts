import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { maxDrawn } from '#lib/contracts/app/audits.ts'
import type { Control } from '#lib/contracts/app/controls.ts'
import { queueFields } from '#lib/contracts/app/queue.ts'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import { closedChangesHref } from '#lib/domain/metrics/metric-lists.ts'
import type { PartialPeriod } from '#lib/domain/metrics/metric-period.ts'
import { getStartOfDayIn } from '#lib/time/wall-clock.ts'
import { listAuditSample } from '#server/insights/audits/queries.ts'
import { readScope, toBounds } from '#server/insights/scope.ts'
import { parseWhere } from '#server/platform/db/filter-sql.ts'
import { writeCsv } from '#server/platform/files/csv-text.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'
import { reviews } from '#server/schema/reviews.ts'
import { getClock, queueFilterColumns } from '#server/worklist/queue/columns.ts'
import { readControls } from './control-edits.ts'

type ReadControl = Awaited<ReturnType<typeof readControls>>['controls'][number]

/**
 * Lists the requirements with two counts for a period: closed changes to which each applies, and how many of them show
 * it. Days are in the time zone of the organisation. Throws `invalid_parameter` for a period that is too long.
 */
export async function listControls(ctx: Context, query: PartialPeriod): Promise<readonly Control[]> {
  const { period, zone } = readScope(ctx, query)
  const bounds = toBounds(period, zone)
  const isClosed = and(
    eq(changes.state, 'closed'),
    gte(changes.actualEnd, getStartOfDayIn(period.from, zone)),
    lt(changes.actualEnd, getStartOfDayIn(addDaysTo(period.to, 1), zone)),
  )
  const { controls } = await readControls(ctx.db)
  const counts = await countControls(ctx, controls, isClosed)
  return controls.map((control, index) => {
    const { applies, evidence, fault } = control
    const href = (...filters: readonly (string | null)[]) => closedChangesHref(bounds, filters)
    return {
      ...control,
      ...(counts[index] ?? noCount),
      applies_list: fault === null ? href(applies) : null,
      shown_list: evidence === null || fault !== null ? null : href(applies, evidence),
      missing_list: evidence === null || fault !== null ? null : href(applies, `NOT (${evidence})`),
    }
  })
}

/**
 * Lists the requirements as `listControls`, over the drawn changes of an audit. Also returns the numbers, as drawn, of
 * changes whose records do not show a requirement or no longer exist. Throws `not_found`.
 */
export async function listAuditControls(ctx: Context, audit: string) {
  const { rows } = await listAuditSample(ctx, audit, { page: 1, limit: maxDrawn })
  const drawn = new Map(
    rows.flatMap(({ number, current_number: now }) => (now === null ? [] : [[now, number] as const])),
  )
  const gone = rows.filter(({ current_number: now }) => now === null).map(({ number }) => number)
  const { controls } = await readControls(ctx.db)
  const counts = await countControls(ctx, controls, inArray(changes.number, [...drawn.keys()]), true)
  return {
    rows,
    gone,
    controls: controls.map((control, index) => {
      const { missing = [], ...count } = counts[index] ?? noCount
      const currentNumbers = missing.map((number) => drawn.get(number) ?? number)
      return { ...control, ...count, missing: control.evidence === null ? [] : [...currentNumbers, ...gone] }
    }),
  }
}

/** Formats the requirements of an audit as CSV, with its drawn changes that do not show them. Throws `not_found`. */
export async function printAuditControls(ctx: Context, audit: string): Promise<string> {
  const { controls } = await listAuditControls(ctx, audit)
  const header = ['requirement', 'asks', 'applies', 'evidence', 'note', 'applies_count', 'shown_count', 'missing']
  return writeCsv([
    header,
    ...controls.map((control) => [
      control.citation,
      control.asks,
      control.applies,
      control.evidence,
      control.note,
      control.applies_count,
      control.evidence === null ? null : control.shown_count,
      control.missing.join('; '),
    ]),
  ])
}

type ControlCounts = {
  readonly applies_count: number
  readonly shown_count: number
  readonly missing?: readonly string[]
}
const noCount: ControlCounts = { applies_count: 0, shown_count: 0 }

async function countControls(
  ctx: Context,
  controls: readonly ReadControl[],
  population: SQL | undefined,
  namesMissing = false,
): Promise<ControlCounts[]> {
  const columns = queueFilterColumns(getClock(ctx))
  const toCondition = (filter: string | null) =>
    filter === null ? sql`true` : sql`(${parseWhere(filter, queueFields, columns)})`
  const countColumns = controls.map(({ applies, evidence, fault }) => {
    const needed = fault === null ? toCondition(applies) : sql`false`
    const hasEvidence = evidence === null || fault !== null ? sql`false` : toCondition(evidence)
    const missing = sql`, 'missing', coalesce(array_agg(${changes.number} order by ${changes.number})
      filter (where ${needed} and (${hasEvidence}) is not true), '{}')`
    return sql`json_build_object(
      'applies_count', count(*) filter (where ${needed}),
      'shown_count', count(*) filter (where ${needed} and ${hasEvidence})${namesMissing ? missing : sql``})`
  })
  const [row] = await ctx.db
    .select({ counts: sql<ControlCounts[]>`json_build_array(${sql.join(countColumns, sql`, `)})` })
    .from(changes)
    .leftJoin(reviews, eq(reviews.changeNumber, changes.number))
    .where(population)
  return row?.counts ?? []
}
