import { and, asc, eq, inArray, or, type SQLWrapper, sql } from 'drizzle-orm'
import { hasRole, type Role, reviewingRoles } from '#lib/contracts/endpoint.ts'
import { listUnstatedClosers } from '#lib/domain/four-eyes/action-four-eyes.ts'
import { joinQuoted } from '#lib/domain/four-eyes/four-eyes.ts'
import type { VerifierObjections } from '#lib/domain/improvements/improvement-status.ts'
import { resolveTexts } from '#server/people/person-resolver.ts'
import { isPresent } from '#server/platform/auth/leavers.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { accounts } from '#server/schema/access.ts'
import { awaitsVerification, improvements, partsOfActions } from '#server/schema/improvements.ts'
import { reviews } from '#server/schema/reviews.ts'
import { findPart, identifyPeople, isPartOf, readWritesOf } from './parts-of-actions.ts'
import type { VersionedImprovement } from './queries.ts'

const isSource = eq(reviews.reference, improvements.sourceRef)
const reviewer = sql<string | null>`lower(${reviews.reviewer})`

/**
 * Lists the people who are asked to verify an action, by name: the reviewer of the review that it comes from; if that
 * person may not verify it, the managers; if no manager may, the admins. Empty unless it is done.
 */
export async function listVerifiers(db: Queryable, id: string): Promise<{ email: string; name: string }[]> {
  const isDone = and(eq(improvements.id, id), eq(improvements.status, 'done'))
  const [source] = await db.select({ reviewer }).from(improvements).leftJoin(reviews, isSource).where(isDone)
  if (!source) return []
  const parts = await db.select().from(partsOfActions).where(eq(partsOfActions.action, id))
  const people = await identifyPeople(db, await listPeople(db, sql`(${source.reviewer}::text)`), parts)
  const groups = [
    people.filter(({ email }) => email === source.reviewer),
    ...(['manager', 'admin'] as const).map((role) => people.filter((person) => person.role === role)),
  ]
  const able = groups.map((group) => group.filter((person) => !parts.some((part) => isPartOf(person, part))))
  return able.find((group) => group.length > 0)?.map(({ email, name }) => ({ email, name })) ?? []
}

/** Lists the actions of which `listVerifiers` lists a person, longest waiting first, and their number. */
export async function listVerificationsFor(
  db: Queryable,
  { email, role }: { readonly email: string; readonly role: Role },
  limit: number,
) {
  if (!hasRole(role, 'reviewer')) return { rows: [], total: 0 }
  const waiting = and(awaitsVerification(improvements), role === 'reviewer' ? eq(reviews.reviewer, email) : undefined)
  const reviewers = db.select({ reviewer }).from(improvements).innerJoin(reviews, isSource).where(waiting)
  const parts = await db.selectDistinct({ person: partsOfActions.person }).from(partsOfActions)
  const people = await identifyPeople(db, await listPeople(db, reviewers), parts)
  const all = sql`json_to_recordset(${JSON.stringify(people)}::json)
    person (email text, role text, accounts text[], texts text[])`
  const isOfPerson = sql`(part.accounts && person.accounts or part.person = any(person.texts))`
  const ofOwn = sql`select part.action from ${partsOfActions} part join ${all} on ${isOfPerson} where person.email = ${email}`
  const ofReviewer = sql`select part.action from ${partsOfActions} part join ${improvements} on ${improvements.id} = part.action
    join ${reviews} on ${isSource} join ${all} on person.email = ${reviewer} where ${waiting} and ${isOfPerson}`
  const ableManager = sql`select from ${all} where person.role = 'manager' and not exists (
    select from ${partsOfActions} part where part.action = ${improvements.id} and ${isOfPerson})`
  const isInstead = sql`(${improvements.id} in (${ofReviewer})
    or ${reviewer} = any(${sql.param(people.map((person) => person.email))}::text[]) is not true)`
  const { id, title, sourceRef: source_ref, evidence, doneAt: done_at, doneBy: done_by } = improvements
  const rows = await db
    .select({ id, title, source_ref, evidence, done_at, done_by, total: sql<number>`count(*) over ()::int` })
    .from(improvements)
    .leftJoin(reviews, isSource)
    .where(
      and(
        waiting,
        sql`${id} not in (${ofOwn})`,
        or(
          sql`${reviewer} = ${email}`,
          and(isInstead, role === 'manager' ? undefined : sql`not exists (${ableManager})`),
        ),
        people.some((person) => person.email === email) ? undefined : sql`false`,
      ),
    )
    .orderBy(sql`${done_at} asc nulls first`, asc(id))
    .limit(limit)
  return { rows: rows.map(({ total: _, ...shown }) => shown), total: rows[0]?.total ?? 0 }
}

/** Lists the present managers and admins, and of the reviewers those who may still review, by name. */
const listPeople = (db: Queryable, reviewers: SQLWrapper) =>
  db
    .select({ id: accounts.id, email: accounts.email, name: accounts.name, role: accounts.role })
    .from(accounts)
    .where(
      and(
        isPresent(accounts),
        inArray(accounts.role, reviewingRoles),
        sql`(${accounts.role} <> 'reviewer' or ${accounts.email} in ${reviewers})`,
      ),
    )
    .orderBy(asc(accounts.name))

type VerifierCheck = {
  readonly against: VerifierObjections
  /** E-mail address of the person who closed the issue, as stated by the actor; null if not stated. */
  readonly stated: string | null
}

/**
 * Checks the parts in an action, with the owner that it gets, against its actor as the verifier. `closedBy` states who
 * closed its issue, where nobody knows.
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
  const unstated = stated === null ? listUnstatedClosers(await readWritesOf(db, action.id)) : []
  const findCloserIssue = () => {
    if (closedBy !== undefined && stated === null)
      return `must be a person with an account or in the directory: nobody there has the address ${closedBy}`
    if (unstated.length === 0) return null
    return `must be the e-mail address of who closed its issue: the tracker names ${joinQuoted(unstated)}, who is not known`
  }
  return { against: { part: await findPart(db, action, actor, stated), closer: findCloserIssue() }, stated }
}
