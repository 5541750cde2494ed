import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { hasRole, type Role, reviewingRoles } from '#lib/contracts/endpoint.ts'
import { listUnstatedClosers } from '#lib/domain/four-eyes/action-four-eyes.ts'
import { joinQuoted } from '#lib/domain/four-eyes/four-eyes.ts'
import type { VerifierObjections } from '#lib/domain/improvements/improvement-status.ts'
import { resolveTexts } from '#server/people/person-resolver.ts'
import { isPresent } from '#server/platform/auth/leavers.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { accounts } from '#server/schema/access.ts'
import { awaitsVerification, improvements } from '#server/schema/improvements.ts'
import { reviews } from '#server/schema/reviews.ts'
import { readPartsOfAction, readPartsOfActions } from './parts-of-actions.ts'
import type { VersionedImprovement } from './queries.ts'

/** Lists the people who are asked to verify an action, by name. Empty unless it is done. */
export async function listVerifiers(db: Queryable, id: string): Promise<{ email: string; name: string }[]> {
  const [action] = await readAsked(db, and(eq(improvements.id, id), eq(improvements.status, 'done')))
  return action?.asked.filter(action.mayVerify).map(({ email, name }) => ({ email, name })) ?? []
}

/**
 * Lists the actions that wait for a person to verify them, longest waiting first, and their number. The time grows with
 * the number of waiting actions: of the own reviews for a reviewer, of all for managers and admins.
 */
export async function listVerificationsFor(
  db: Queryable,
  { email, role }: { readonly email: string; readonly role: Role },
  limit: number,
) {
  if (!hasRole(role, 'reviewer')) return { rows: [], total: 0 }
  const ofOwnReviews = role === 'reviewer' ? eq(reviews.reviewer, email) : undefined
  const actions = await readAsked(db, and(awaitsVerification(improvements), ofOwnReviews))
  const waiting = actions.filter(({ asked, mayVerify }) => asked.some((one) => one.email === email && mayVerify(one)))
  return { rows: waiting.slice(0, limit).map(({ shown }) => shown), total: waiting.length }
}

/**
 * Reads who is asked to verify some actions: the reviewer of the review that each comes from; if that person may not
 * verify it, the managers; if no manager may, the admins. Of `asked`, those verify it who took no part.
 */
async function readAsked(db: Queryable, where: SQL | undefined) {
  const { id, title, sourceRef, evidence, doneAt, doneBy, owner, formerOwners } = improvements
  const rows = await db
    .select({
      shown: { id, title, source_ref: sourceRef, evidence, done_at: doneAt, done_by: doneBy },
      record: { owner, former_owners: formerOwners },
      reviewer: sql<string | null>`lower(${reviews.reviewer})`,
    })
    .from(improvements)
    .leftJoin(reviews, eq(reviews.reference, improvements.sourceRef))
    .where(where)
    .orderBy(sql`${doneAt} asc nulls first`, asc(id))
  if (rows.length === 0) return []
  const people = await listPeople(db, new Set(rows.flatMap(({ reviewer }) => reviewer ?? [])))
  const managers = people.filter(({ role }) => role === 'manager')
  const admins = people.filter(({ role }) => role === 'admin')
  const peopleByEmail = Map.groupBy(people, ({ email }) => email)
  const parts = await readPartsOfActions(
    db,
    rows.map(({ shown, record, reviewer }) => ({ ...shown, ...record, shown, reviewer })),
  )
  return parts.map(({ action: { shown, reviewer }, findPart }) => {
    const mayVerify = (person: Person) => findPart(person) === null
    const groups = [peopleByEmail.get(reviewer ?? '') ?? [], managers, admins]
    return { shown, asked: groups.find((group) => group.some(mayVerify)) ?? [], mayVerify }
  })
}

type Person = Awaited<ReturnType<typeof listPeople>>[number]

/** Lists the present managers and admins, and of the reviewers those who may still review, by name. */
const listPeople = (db: Queryable, reviewers: ReadonlySet<string>) =>
  db
    .select({ id: accounts.id, email: accounts.email, name: accounts.name, role: accounts.role })
    .from(accounts)
    .where(
      and(
        isPresent(accounts),
        or(
          inArray(accounts.role, ['manager', 'admin']),
          and(inArray(accounts.email, [...reviewers]), inArray(accounts.role, reviewingRoles)),
        ),
      ),
    )
    .orderBy(asc(accounts.name))

type VerifierCheck = {
  readonly against: VerifierObjections
  /** E-mail address of the person who closed the issue, as stated by the actor; null if not stated. */
  readonly stated: string | null
}

/**
 * Checks the history of an action against its actor as the verifier. `closedBy` states who closed its issue, where
 * nobody knows.
 */
export async function checkVerifier(
  { db, actor }: Context,
  action: VersionedImprovement,
  closedBy: string | undefined,
): Promise<VerifierCheck> {
  // Another rule keeps tokens from verifying.
  if (actor.kind !== 'account') return { against: { part: null, closer: null }, stated: null }
  const closer = closedBy === undefined ? null : (await resolveTexts(db, [closedBy]))(closedBy)
  const stated = closer?.kind === 'known' ? closer.email : null
  const { writes, findPart } = await readPartsOfAction(db, action, stated)
  const unstated = listUnstatedClosers(writes)
  const findCloserIssue = () => {
    if (closedBy !== undefined && stated === null)
      return `must be a person with an account or in the directory: nobody there has the address ${closedBy}`
    if (unstated.length === 0) return null
    return `must be the e-mail address of who closed its issue: the tracker names ${joinQuoted(unstated)}, who is not known`
  }
  return { against: { part: findPart(actor), closer: findCloserIssue() }, stated }
}
