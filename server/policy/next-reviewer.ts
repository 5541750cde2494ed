import { and, eq, inArray } from 'drizzle-orm'
import { reviewingRoles } from '#lib/contracts/endpoint.ts'
import { findImplementerMatch, type ImplementerRecord } from '#lib/domain/four-eyes/same-person.ts'
import { isPresent } from '#server/platform/auth/leavers.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { accounts } from '#server/schema/access.ts'
import { reviewerGroups } from '#server/schema/policy.ts'

export type Reviewer = { readonly email: string; readonly name: string }

/** Finds the people with these e-mail addresses who may review: accounts in use of at least the role reviewer. */
export const findReviewers = (db: Queryable, emails: readonly string[]): Promise<Reviewer[]> =>
  db
    .select({ email: accounts.email, name: accounts.name })
    .from(accounts)
    .where(and(inArray(accounts.email, [...emails]), inArray(accounts.role, reviewingRoles), isPresent(accounts)))

/**
 * True if a person may review a change. An implementer who is not in the directory excludes only people of exactly that
 * name.
 */
export const mayReview = (person: Reviewer, change: ImplementerRecord) => findImplementerMatch(person, change) !== 'yes'

/**
 * Chooses the next reviewer of a group: the member after the last assigned one, skipping people who cannot review and
 * the implementer of the change. The group stays locked until the transaction ends, so that concurrent assignments do
 * not take the same turn.
 */
export async function chooseNextReviewer(
  tx: Transaction,
  groupId: string,
  change: ImplementerRecord,
): Promise<Reviewer | null> {
  const [group] = await tx.select().from(reviewerGroups).where(eq(reviewerGroups.id, groupId)).for('update')
  if (!group) return null
  const able = new Map((await findReviewers(tx, group.members)).map((person) => [person.email, person]))
  const after = group.last === null ? 0 : group.members.indexOf(group.last) + 1
  const turns = [...group.members.slice(after), ...group.members.slice(0, after)]
  const next = turns.map((email) => able.get(email)).find((person) => person && mayReview(person, change))
  if (!next) return null
  await tx.update(reviewerGroups).set({ last: next.email }).where(eq(reviewerGroups.id, groupId))
  return next
}
