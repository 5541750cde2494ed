import type { CountedOutcome } from '#lib/contracts/app/metric-values.ts'
import type { listOutcomes as contract, Insights, OutcomeRow } from '#lib/contracts/app/metrics.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getInsights } from './get-insights.ts'

/** Lists a page of the counts by outcome. Throws `invalid_parameter` for a period that is too long. */
export async function listOutcomes(
  ctx: Context,
  { page, limit, ...query }: QueryOf<typeof contract>,
): Promise<Page<OutcomeRow>> {
  const rows = listOutcomeRows(await getInsights(ctx, query))
  return { rows: rows.slice((page - 1) * limit, page * limit), total: rows.length }
}

/** Returns the rows of all tables of outcomes, in the order of the page. */
export const listOutcomeRows = (insights: Insights): OutcomeRow[] => [
  ...insights.outcomes_over_time.map((span) => toOutcomeRow(insights.bucket, span.from, span)),
  ...insights.by_team.groups.map((group) => toOutcomeRow('team', group.key, group)),
  ...insights.by_service.groups.map((group) => toOutcomeRow('service', group.key, group)),
  ...insights.by_type.groups.map((group) => toOutcomeRow('type', group.key, group)),
]

type OutcomeCounts = Pick<Insights['outcomes_over_time'][number], 'changes' | 'with_outcome' | 'outcomes'>

function toOutcomeRow(groupedBy: OutcomeRow['grouped_by'], group: string | null, counts: OutcomeCounts): OutcomeRow {
  const { changes, with_outcome: withOutcome, outcomes } = counts
  const byOutcome = Object.fromEntries(outcomes.map(({ outcome, count }) => [outcome, count])) as Record<
    CountedOutcome,
    number
  >
  return { grouped_by: groupedBy, group, changes, with_outcome: withOutcome.count, ...byOutcome }
}
