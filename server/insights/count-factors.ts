import { eq, type SQL, sql } from 'drizzle-orm'
import type { countFactors as contract, FactorCounts } from '#lib/contracts/app/metrics.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import { completedReviewsHref, endedChangesHref } from '#lib/domain/metrics/metric-lists.ts'
import { yesNoLabels } from '#lib/review/questions/checks.ts'
import { getStartOfDayIn } from '#lib/time/wall-clock.ts'
import { getNumber } from '#server/platform/db/find-record.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getToday } from '#server/platform/runtime/context.ts'
import { changes, isApprovedLate } from '#server/schema/changes.ts'
import { checkWordings } from '#server/schema/policy.ts'
import { requesterQuestions, reviewSteps, reviews } from '#server/schema/reviews.ts'
import { roundDays } from './metric-value.ts'
import { readScope, toBounds } from './scope.ts'

/** Completed reviews and their changes; `where` narrows the changes. */
const readsCompleted = (where: SQL, more = sql``) => sql`${reviews}
  join ${changes} on ${eq(changes.number, reviews.changeNumber)} ${more}
  where ${reviews.status} = 'completed' and ${where}`

/** The answers to a yes-or-no question in their order. */
const yesNo = Object.keys(yesNoLabels).join(' ')

const isAskedFor = eq(requesterQuestions.reference, reviews.reference)

/** Completed reviews with contributing factors, for each factor and affected service. */
const readsFactors = (where: SQL) =>
  readsCompleted(
    sql`${reviews.factors} <> '{}' and ${where}`,
    sql`cross join unnest(${reviews.factors}) as factor left join unnest(${changes.affectedServices}) as service on true`,
  )

/**
 * Counts the contributing factors of a period, the outcomes by rated risk, and lead times and late approvals. Throws `invalid_parameter` for a period
 * that is too long.
 */
export async function countFactors(ctx: Context, query: QueryOf<typeof contract>): Promise<FactorCounts> {
  const { period, filters, zone } = readScope(ctx, query)
  const { team, type, service } = filters
  const isOfFilters = sql`${team === undefined ? sql`true` : eq(changes.assignmentGroup, team)}
    and ${type === undefined ? sql`true` : sql`${changes.type} = ${type}`}
    and ${service === undefined ? sql`true` : sql`${changes.affectedServices} && array[${service}]::text[]`}`
  const isInScope = sql`${changes.pirDate} between ${period.from} and ${period.to} and ${isOfFilters}`
  type Named = { factor: string; service: string | null; quarter: string | null; changes: number }
  const { rows } = await ctx.db.execute<Named>(sql`
    select factor, service, quarter::text, count(distinct number)::int as changes from (
      select factor, service, ${changes.number} as number, date_trunc('quarter', ${changes.pirDate}::timestamp)::date as quarter
      from ${readsFactors(isInScope)}
    ) as named group by grouping sets ((factor, quarter), (factor, service)) order by factor, quarter, service`)
  const verdict = sql`left join ${reviewSteps} on ${reviewSteps.reference} = ${reviews.reference} and ${reviewSteps.step} = 'risk'`
  const { rows: risks } = await ctx.db.execute<FactorCounts['by_risk'][number]>(sql`
    select ${changes.risk} as risk, ${reviewSteps.form} ->> 'verdict' as verdict, ${changes.pirOutcome} as outcome,
      count(*)::int as changes
    from ${readsCompleted(sql`${changes.pirOutcome} is not null and ${isInScope}`, verdict)} group by 1, 2, 3`)
  const { rows: emergencies } = await ctx.db.execute<FactorCounts['emergencies']>(sql`
    select count(*)::int as reviewed, (count(*) filter (where ${reviewSteps.form} ->> 'was_emergency' = 'false'))::int as unneeded
    from ${readsCompleted(sql`${changes.type} = 'emergency' and ${isInScope}`, verdict)}`)
  const { rows: looks } = await ctx.db.execute<{ taken: number; good: number }>(sql`
    select count(*)::int as taken, (count(*) filter (where ${reviews.secondLook} ->> 'verdict' <> 'worse'))::int as good
    from ${readsCompleted(sql`${reviews.secondLook} is not null and ${isInScope}`)}`)
  const bounds = toBounds(period, zone)
  // A change that was registered after its work has no lead time.
  const { rows: steps } = await ctx.db.execute<Omit<FactorCounts['process'], 'late_list'>>(sql`
    select count(*)::int as ended, percentile_cont(0.5) within group (order by
        extract(epoch from ${changes.actualEnd} - ${changes.createdAt})::float8 / 86400)
        filter (where ${changes.createdAt} <= ${changes.actualEnd}) as lead_days,
      (count(*) filter (where ${changes.type} = 'normal' and ${changes.approvedAt} is not null))::int as approved,
      (count(*) filter (where ${isApprovedLate}))::int as approved_late
    from ${changes} where ${changes.actualEnd} >= ${getStartOfDayIn(period.from, zone)}
      and ${changes.actualEnd} < ${getStartOfDayIn(addDaysTo(period.to, 1), zone)}
      and ${changes.state} <> 'canceled' and not ${changes.isStub} and ${isOfFilters}`)
  const { ended = 0, lead_days = null, approved = 0, approved_late = 0 } = steps[0] ?? {}
  const { rows: checks } = await ctx.db.execute<FactorCounts['checks'][number]>(sql`
    select answered as check, coalesce(last.wording, '') as wording, quarter, changes from (
      select answered, date_trunc('quarter', ${changes.pirDate}::timestamp)::date::text as quarter, count(*)::int as changes
      from ${readsCompleted(isInScope, sql`cross join lateral (select unnest(${reviews.checks}) union select unnest(${requesterQuestions.checkTags}) from ${requesterQuestions} where ${isAskedFor}) as one(answered)`)} group by 1, 2
    ) as counts left join lateral (
      select wording, case kind when 'yes_no' then string_to_array(${yesNo}, ' ') else options end as options
      from ${checkWordings} where check_id = split_part(answered, ': ', 1) order by version desc limit 1
    ) as last on true
    order by split_part(answered, ': ', 1), array_position(options, regexp_replace(answered, '^.*?: ', '')), answered, quarter`)
  const { rows: asked } = await ctx.db.execute<Omit<FactorCounts['stakeholders'], 'list'>>(sql`
    select count(*)::int as asked, count(*) filter (where has_answered)::int as answered, count(distinct number)::int as changes
    from (select ${changes.number} as number, bool_or(${requesterQuestions.answeredAt} is not null) as has_answered
      from ${readsCompleted(
        sql`${requesterQuestions.kind} = 'stakeholder' and ${isInScope}`,
        sql`join ${requesterQuestions} on ${isAskedFor}`,
      )} group by 1, lower(${requesterQuestions.requester})) as people`)
  return {
    period,
    checks,
    process: {
      ended,
      lead_days: roundDays(lead_days),
      approved,
      approved_late,
      late_list: endedChangesHref(bounds, { ...filters, isApprovedLate: true }),
    },
    stakeholders: {
      ...(asked[0] ?? { asked: 0, answered: 0, changes: 0 }),
      list: completedReviewsHref(['has_asked_stakeholders = true'], period, filters),
    },
    second_looks: {
      ...(looks[0] ?? { taken: 0, good: 0 }),
      list: completedReviewsHref(['second_look IN (still_good, better)'], period, filters),
      worse_list: completedReviewsHref(['second_look = worse'], period, filters),
    },
    emergencies: emergencies[0] ?? { reviewed: 0, unneeded: 0 },
    by_quarter: rows.flatMap(({ factor, quarter, changes }) =>
      quarter === null ? [] : [{ factor, quarter, changes }],
    ),
    by_service: rows.flatMap(({ factor, service, changes }) =>
      service === null ? [] : [{ factor, service, changes }],
    ),
    by_risk: risks,
  }
}

/**
 * Lists the factors that contributed at least twice in the last 365 days to other changes of a service of this change,
 * by any spelling of its number. Throws `not_found`.
 */
export async function listRepeatedFactors(ctx: Context, sent: string) {
  const number = await getNumber(ctx.db, changes.number, 'change', sent)
  const today = getToday(ctx)
  const { rows } = await ctx.db.execute<{ factor: string; service: string; changes: number }>(sql`
    select factor, service, count(*)::int as changes
    from ${readsFactors(sql`${changes.pirDate} between ${addDaysTo(today, -365)} and ${today} and ${changes.number} <> ${number}
      and service = any((select affected_services from changes planned where planned.number = ${number})::text[])`)}
    group by factor, service having count(*) > 1 order by changes desc, factor, service limit 5`)
  return { rows }
}
