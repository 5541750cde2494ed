import { inArray } from 'drizzle-orm'
import type { ImplementerRecord } from '#lib/domain/four-eyes/same-person.ts'
import type { OwedReview } from '#lib/domain/policy/review-policy.ts'
import { type Cover, describeCover, findCover } from '#server/people/delegates.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { reviewerGroups, serviceReviewers } from '#server/schema/policy.ts'
import { chooseNextReviewer, findReviewers, mayReview, type Reviewer } from './next-reviewer.ts'

type Assignment = OwedReview['assignments'][number]
type AssignedChange = { readonly affected_services: readonly string[]; readonly assigned_to: string | null }

/** Assignee of a review, with the reason of the choice in words and the person for whom they stand in. */
export type Assignee = ChosenReviewer & { readonly cover: Cover | null }
type ChosenReviewer = Reviewer & { readonly through: string }

/**
 * Finds the assignee for the review of a change: the first person who has an account that may review and did not
 * implement the change; while that person is away, their delegate. Null when nobody is found: the review stays
 * unassigned until a person assigns it.
 */
export async function findAssignee(
  tx: Transaction,
  assignments: readonly Assignment[],
  change: AssignedChange,
  now: Date,
): Promise<Assignee | null> {
  for (const { rule, assignment } of assignments) {
    const chosen = await findBy(tx, rule, assignment, change)
    if (!chosen) continue
    const { reviewer, cover } = await coverReviewer(tx, chosen, change, now)
    const through = cover ? `${chosen.through}; stands in ${describeCover(cover)}` : chosen.through
    return { ...reviewer, through, cover }
  }
  return null
}

async function findBy(
  tx: Transaction,
  rule: string,
  assignment: Assignment['assignment'],
  change: AssignedChange,
): Promise<ChosenReviewer | null> {
  switch (assignment.kind) {
    case 'nobody':
      return null
    case 'person': {
      const [person] = await findReviewers(tx, [assignment.email])
      return person && mayReview(person, change) ? { ...person, through: `Named by the rule “${rule}”` } : null
    }
    case 'service':
      return findByService(tx, change)
    case 'group': {
      const { group_id: id } = assignment
      const person = await chooseNextReviewer(tx, id, change)
      if (!person) return null
      const [group] = await tx
        .select({ name: reviewerGroups.name })
        .from(reviewerGroups)
        .where(inArray(reviewerGroups.id, [id]))
      return { ...person, through: `Next in turn of ${group?.name ?? id}` }
    }
  }
}

/** Finds the reviewer of the first service whose reviewer may review. */
async function findByService(tx: Transaction, change: AssignedChange): Promise<ChosenReviewer | null> {
  const { affected_services: services } = change
  if (services.length === 0) return null
  const rows = await tx
    .select()
    .from(serviceReviewers)
    .where(inArray(serviceReviewers.service, [...services]))
  const reviewersByEmail = new Map(
    (
      await findReviewers(
        tx,
        rows.map(({ reviewer }) => reviewer),
      )
    ).map((person) => [person.email, person]),
  )
  for (const service of services) {
    const reviewer = rows.find((row) => row.service === service)?.reviewer
    const person = reviewersByEmail.get(reviewer ?? '')
    if (person && mayReview(person, change)) return { ...person, through: `Reviews the changes of ${service}` }
  }
  return null
}

type CoveredReviewer = { readonly reviewer: Reviewer; readonly cover: Cover | null }

/**
 * Replaces the reviewer of a change who is away by their delegate, unless the delegate cannot review or implemented the
 * change.
 */
export async function coverReviewer(
  db: Queryable,
  reviewer: Reviewer,
  change: ImplementerRecord,
  now: Date,
): Promise<CoveredReviewer> {
  const cover = await findCover(db, reviewer.email, now)
  const [delegate] = cover ? await findReviewers(db, [cover.delegate.email]) : []
  return delegate && mayReview(delegate, change) ? { reviewer: delegate, cover } : { reviewer, cover: null }
}
