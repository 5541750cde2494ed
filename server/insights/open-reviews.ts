import { type SQL, sql } from 'drizzle-orm'
import { type ReviewAge, reviewAgeNames, reviewAges } from '#lib/contracts/app/metric-values.ts'
import type { OpenReviews } from '#lib/contracts/app/metrics.ts'
import { openReviewsHref } from '#lib/domain/metrics/metric-lists.ts'
import type { findPeopleNames } from '#server/people/names.ts'
import { type CountLine, maxGroups, selectCounts } from './counts.ts'
import { selectAllOpenReviews } from './populations.ts'
import type { MetricScope } from './scope.ts'

/** Counts the open reviews in total, and for the reviewers with the most. */
export function buildOpenReviewLines(scope: MetricScope): SQL {
  const ages = Object.fromEntries(reviewAgeNames.map((age) => [age, isOfAge(age)]))
  return sql`
    select case when grouping(reviewer) = 1 then 'all_open' else 'reviewer' end, reviewer, true,
      (count(*) over () - 1)::int, ${selectCounts({ open: sql`true`, overdue: sql`days > 0`, ...ages })}, null::float8
    from (${selectAllOpenReviews(scope)}) as open_reviews
    group by grouping sets ((), (reviewer))
    order by grouping(reviewer) desc, count(*) desc, reviewer collate "C" nulls last limit ${maxGroups + 1}`
}

function isOfAge(age: ReviewAge): SQL {
  if (age === 'no_due_date') return sql`days is null`
  const [from, to] = reviewAges[age]
  return sql`days between ${from ?? sql`-2147483648`} and ${to ?? sql`2147483647`}`
}

/** Returns the e-mail addresses of the reviewers with the most open reviews. */
export const listReviewerEmails = (lines: readonly CountLine[]) =>
  lines.flatMap(({ part, key }) => (part === 'reviewer' ? key : []))

/** Presents the counted open reviews with links to their lists. */
export function presentOpenReviews(
  lines: readonly CountLine[],
  { filters }: MetricScope,
  names: Awaited<ReturnType<typeof findPeopleNames>>,
): OpenReviews {
  const total = lines.find(({ part }) => part === 'all_open')
  const buildHref = (more: Parameters<typeof openReviewsHref>[0]) => openReviewsHref({ ...filters, ...more })
  return {
    total: { count: total?.counts.open ?? 0, list: buildHref({}) },
    by_age: reviewAgeNames.map((age) => ({ age, count: total?.counts[age] ?? 0, list: buildHref({ age }) })),
    by_reviewer: {
      total: total?.parts ?? 0,
      groups: lines.flatMap(({ part, key: reviewer, counts }) =>
        part !== 'reviewer'
          ? []
          : {
              reviewer,
              reviewer_name: names.of(reviewer),
              open: { count: counts.open ?? 0, list: buildHref({ reviewer }) },
              overdue: { count: counts.overdue ?? 0, list: buildHref({ reviewer, isOverdue: true }) },
            },
      ),
    },
  }
}
