import { type SQL, sql } from 'drizzle-orm'
import { type ReviewAge, reviewAgeNames, reviewAges } from '#lib/contracts/app/metric-values.ts'
import type { OpenReviews } from '#lib/contracts/app/metrics.ts'
import { openReviewsHref } from '#lib/domain/metrics/metric-lists.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { maxGroups } from './count-metrics.ts'
import { allOpenReviews } from './populations.ts'
import type { Scope } from './scope.ts'

/** Open reviews of one reviewer or, with `is_total`, of all. */
export type OpenLine = {
  readonly is_total: boolean
  readonly reviewer: string | null
  readonly reviewer_name: string | null
  readonly open: number
  readonly overdue: number
  readonly ages: Readonly<Record<ReviewAge, number>>
  /** Reviewers, including those not returned. */
  readonly reviewers: number
}

/** Counts the open reviews: all of them, and those of the reviewers who have the most. */
export async function countOpenReviews(db: Queryable, scope: Scope): Promise<OpenLine[]> {
  const ages = reviewAgeNames.map((age) => sql`${sql.raw(`'${age}'`)}, count(*) filter (where ${isOfAge(age)})`)
  const { rows } = await db.execute<OpenLine>(sql`
    select grouping(reviewer) = 1 as is_total, reviewer, max(reviewer_name) as reviewer_name,
      count(*)::int as open, (count(*) filter (where days > 0))::int as overdue,
      json_build_object(${sql.join(ages, sql`, `)}) as ages, (count(*) over () - 1)::int as reviewers
    from (${allOpenReviews(scope)}) as open_reviews
    group by grouping sets ((), (reviewer))
    order by is_total desc, open desc, reviewer collate "C" nulls last limit ${maxGroups + 1}`)
  return rows
}

function isOfAge(age: ReviewAge): SQL {
  if (age === 'no_due_date') return sql`days is null`
  const [from, to] = reviewAges[age]
  return sql`days between ${from ?? sql`-2147483648`} and ${to ?? sql`2147483647`}`
}

/** The open reviews with links to their lists. */
export function openReviewsOf(lines: readonly OpenLine[], { filters }: Scope): OpenReviews {
  const total = lines.find((line) => line.is_total)
  const listOf = (more: Parameters<typeof openReviewsHref>[0]) => openReviewsHref({ ...filters, ...more })
  return {
    total: { count: total?.open ?? 0, list: listOf({}) },
    by_age: reviewAgeNames.map((age) => ({ age, count: total?.ages[age] ?? 0, list: listOf({ age }) })),
    by_reviewer: {
      total: total?.reviewers ?? 0,
      groups: lines.flatMap(({ is_total: isTotal, reviewer, reviewer_name, open, overdue }) =>
        isTotal
          ? []
          : {
              reviewer,
              reviewer_name,
              open: { count: open, list: listOf({ reviewer }) },
              overdue: { count: overdue, list: listOf({ reviewer, isOverdue: true }) },
            },
      ),
    },
  }
}
