import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import type { listReviewers as contract } from '#lib/contracts/app/review-bulk.ts'
import type { QueryOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { reviewingRoles } from '#lib/contracts/endpoint.ts'
import { matchesWords } from '#lib/text/fold-for-sorting.ts'
import { sortByName } from '#lib/text/sort-by-name.ts'
import { isPresent } from '#server/platform/auth/leavers.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { accounts } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import { reviewerGroups } from '#server/schema/policy.ts'
import { countsAsOpen, reviews } from '#server/schema/reviews.ts'

type Reviewers = ResponseOf<typeof contract>

/**
 * Lists the possible reviewers with the number of their open reviews, the actor first and the others by name, and the
 * groups by name.
 */
export async function listReviewers(
  { db, actor }: Context,
  { search = '', limit }: QueryOf<typeof contract>,
): Promise<Reviewers> {
  const [all, groups] = await Promise.all([
    db
      .select({ id: accounts.id, name: accounts.name, email: accounts.email, role: accounts.role })
      .from(accounts)
      .where(and(inArray(accounts.role, reviewingRoles), isPresent(accounts))),
    db
      .select({
        id: reviewerGroups.id,
        name: reviewerGroups.name,
        members: sql<number>`cardinality(${reviewerGroups.members})`,
      })
      .from(reviewerGroups)
      .orderBy(asc(reviewerGroups.name)),
  ])
  const matching = sortByName(all.filter(({ name, email }) => matchesWords(`${name} ${email}`, search)))
  const listed = matching.toSorted((a, b) => Number(b.id === actor.id) - Number(a.id === actor.id)).slice(0, limit)
  const open = await countOpenReviews(
    db,
    listed.map(({ email }) => email),
  )
  return {
    people: listed.map(({ name, email, role }) => ({ name, email, role, open_reviews: open.get(email) ?? 0 })),
    total_count: matching.length,
    groups,
  }
}

async function countOpenReviews(db: Queryable, emails: readonly string[]): Promise<Map<string | null, number>> {
  if (emails.length === 0) return new Map()
  const rows = await db
    .select({ email: reviews.reviewer, open: count() })
    .from(reviews)
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(and(inArray(reviews.reviewer, [...emails]), countsAsOpen))
    .groupBy(reviews.reviewer)
  return new Map(rows.map(({ email, open }) => [email, open]))
}
