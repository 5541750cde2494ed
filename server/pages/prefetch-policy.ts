import { QueryClient } from '@tanstack/react-query'
import { peopleNamesQuery } from '#lib/api/people-names-query.ts'
import { assignedPeople, reviewersQuery, rulesQuery } from '#lib/api/policy-queries.ts'
import { groupsQuery, holidaysQuery, servicesQuery } from '#lib/api/policy-settings-queries.ts'
import { listPeopleNames } from '#lib/contracts/app/people-names.ts'
import { listPolicyRules } from '#lib/contracts/app/policy.ts'
import { listHolidays } from '#lib/contracts/app/policy-calendar.ts'
import { listReviewerGroups, listServiceReviewers } from '#lib/contracts/app/policy-reviewers.ts'
import { listReviewers } from '#lib/contracts/app/review-bulk.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { listPeopleNames as listNames } from '#server/people/names.ts'
import * as holidays from '#server/policy/holidays.ts'
import * as groups from '#server/policy/reviewer-groups.ts'
import * as rules from '#server/policy/rules.ts'
import * as services from '#server/policy/service-reviewers.ts'
import * as reviewers from '#server/reviews/list-reviewers.ts'
import type { PageContext } from './page-context.ts'
import { prefetch } from './prefetch.ts'

const whole = <Row>({ rows, total }: Page<Row>) => ({ result: rows, total_count: total })

/** Prefetches the rules and the names of the people to whom they assign reviews. */
async function prefetchRules(ctx: PageContext, client: QueryClient): Promise<void> {
  const page = await rules.listPolicyRules(ctx)
  const people = assignedPeople(page.rows.map(({ assignment }) => assignment))
  await prefetch(client, listPolicyRules, rulesQuery, async () => whole(page))
  if (people.length > 0) {
    await prefetch(client, listPeopleNames, peopleNamesQuery(people), () => listNames(ctx, people))
  }
}

/** Prefetches the data of the policy page. */
export async function prefetchPolicy(ctx: PageContext): Promise<QueryClient> {
  const client = new QueryClient()
  await Promise.all([
    prefetchRules(ctx, client),
    prefetch(client, listReviewerGroups, groupsQuery, async () => whole(await groups.listReviewerGroups(ctx))),
    prefetch(client, listServiceReviewers, servicesQuery, () => services.listServiceReviewers(ctx)),
    prefetch(client, listHolidays, holidaysQuery, async () => whole(await holidays.listHolidays(ctx))),
    prefetch(client, listReviewers, reviewersQuery(), () =>
      reviewers.listReviewers(ctx, listReviewers.query.parse({})),
    ),
  ])
  return client
}
