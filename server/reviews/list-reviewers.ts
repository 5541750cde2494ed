import { and, asc, count, eq, inArray, ne, sql } from 'drizzle-orm'
import type { listReviewers as contract } from '#lib/contracts/app/review-bulk.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { sortByName } from '#lib/domain/sort-by-name.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { reviewingRoles } from '#server/policy/take-next-reviewer.ts'
import { accounts } from '#server/schema/access.ts'
import { reviewerGroups } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'

/** The possible reviewers by name, with the number of open reviews of each; and the groups by name. */
export async function listReviewers({ db }: Context): Promise<ResponseOf<typeof contract>> {
  const [people, groups] = await Promise.all([
    db
      .select({
        id: accounts.id,
        name: accounts.name,
        email: accounts.email,
        role: accounts.role,
        open_reviews: count(reviews.reference),
      })
      .from(accounts)
      .leftJoin(
        reviews,
        and(
          eq(reviews.reviewer, accounts.email),
          ne(reviews.status, 'completed'),
          ne(reviews.status, 'awaiting_sign_off'),
        ),
      )
      .where(and(inArray(accounts.role, reviewingRoles), eq(accounts.isDisabled, false)))
      .groupBy(accounts.id),
    db
      .select({
        id: reviewerGroups.id,
        name: reviewerGroups.name,
        members: sql<number>`cardinality(${reviewerGroups.members})`,
      })
      .from(reviewerGroups)
      .orderBy(asc(reviewerGroups.name)),
  ])
  return { people: sortByName(people), groups }
}
