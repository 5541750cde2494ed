import { QueryClient } from '@tanstack/react-query'
import { reviewersQuery, rulesQuery } from '#lib/api/policy-queries.ts'
import { groupsQuery, holidaysQuery, servicesQuery } from '#lib/api/policy-settings-queries.ts'
import { listPolicyRules } from '#lib/contracts/app/policy.ts'
import { listHolidays } from '#lib/contracts/app/policy-calendar.ts'
import { listReviewerGroups, listServiceReviewers } from '#lib/contracts/app/policy-reviewers.ts'
import { listReviewers } from '#lib/contracts/app/review-bulk.ts'
import type { Page } from '#lib/contracts/pages.ts'
import * as holidays from '#server/policy/holidays.ts'
import * as groups from '#server/policy/reviewer-groups.ts'
import * as rules from '#server/policy/rules.ts'
import * as services from '#server/policy/service-reviewers.ts'
import * as reviewers from '#server/reviews/list-reviewers.ts'
import type { PageContext } from './page-context.ts'
import { prefetch } from './prefetch.ts'

const whole = <Row>({ rows, total }: Page<Row>) => ({ result: rows, total_count: total })

/** Prefetches the data of the policy page. */
export async function prefetchPolicy(ctx: PageContext): Promise<QueryClient> {
  const client = new QueryClient()
  await Promise.all([
    prefetch(client, listPolicyRules, rulesQuery, async () => whole(await rules.listPolicyRules(ctx))),
    prefetch(client, listReviewerGroups, groupsQuery, async () => whole(await groups.listReviewerGroups(ctx))),
    prefetch(client, listServiceReviewers, servicesQuery, () => services.listServiceReviewers(ctx)),
    prefetch(client, listHolidays, holidaysQuery, async () => whole(await holidays.listHolidays(ctx))),
    prefetch(client, listReviewers, reviewersQuery, () => reviewers.listReviewers(ctx)),
  ])
  return client
}
