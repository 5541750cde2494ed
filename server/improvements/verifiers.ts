import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { hasRole, type Role, reviewingRoles } from '#lib/contracts/endpoint.ts'
import { findActionPart, listPeopleTexts, type Verifier } from '#lib/domain/four-eyes/action-four-eyes.ts'
import { findOtherTexts } from '#server/people/identities.ts'
import { isPresent } from '#server/platform/auth/leavers.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { findRecord } from '#server/platform/db/find-record.ts'
import { accounts } from '#server/schema/access.ts'
import { awaitsVerification, improvements } from '#server/schema/improvements.ts'
import { reviews } from '#server/schema/reviews.ts'
import { findParts } from './check-verifier.ts'
import { improvementColumns } from './columns.ts'
import { readWritesOfAction, readWritesOfActions } from './writes-of-action.ts'

/**
 * Account of the reviewer of the review that an action comes from. The join finds none if that person left or may no
 * longer review.
 */
const reviewer = alias(accounts, 'reviewer')

/** A person as columns or as values. */
type PersonOperand = { readonly email: PgColumn | string; readonly role: PgColumn | Role }

/** Condition of `mayVerify` in the domain, for a person who is not in `tookPart`. */
const mayVerify = (
  email: PersonOperand['email'],
  tookPart: readonly string[],
): SQL => sql`(${email} <> lower(${improvements.owner})
  and ${email} is distinct from lower(${improvements.doneBy})
  and (${improvements.formerOwners} = '{}' or ${email} <> all (lower(${improvements.formerOwners}::text)::text[]))
  and ${email} <> all (${sql.param(tookPart)}::text[]))`

/**
 * True if no manager may verify an action. PostgreSQL reads the managers once per statement, because they do not depend
 * on the action.
 */
const noManagerMayVerify = (tookPart: readonly string[]): SQL => sql`(
  select coalesce(array_agg(${accounts.email}::text), '{}') from ${accounts}
  where ${accounts.role} = 'manager' and ${isPresent(accounts)} and ${accounts.email} <> all (${sql.param(tookPart)}::text[])
) <@ lower((${improvements.formerOwners} || array[${improvements.owner}, coalesce(${improvements.doneBy}, '')])::text)::text[]`

/**
 * True if a present person is asked to verify an action: the reviewer of the review it comes from; if that person may
 * not verify it, every manager who may; if no manager may, every admin. Nobody in `tookPart` is asked.
 */
const isAsked = (
  { email, role }: PersonOperand,
  tookPart: readonly string[] = [],
): SQL => sql`${mayVerify(email, tookPart)}
  and case
    when ${reviewer.email} is not null and ${mayVerify(reviewer.email, tookPart)} then ${email} = ${reviewer.email}
    when ${role} = 'manager' then true
    when ${role} = 'admin' then ${noManagerMayVerify(tookPart)}
    else false end`

/** Selects the actions that wait for verification, with the review that each comes from and its reviewer. */
const waitingActions = <Columns extends Parameters<Queryable['select']>[0]>(db: Queryable, columns: Columns & {}) =>
  db
    .select(columns)
    .from(improvements)
    .leftJoin(reviews, eq(reviews.reference, improvements.sourceRef))
    .leftJoin(
      reviewer,
      and(
        sql`${reviewer.email} = lower(${reviews.reviewer})`,
        inArray(reviewer.role, reviewingRoles),
        isPresent(reviewer),
      ),
    )
    .$dynamic()

/**
 * Lists the people who may be asked to verify an action: none of them took part in it, by its history. Empty unless it
 * is done.
 */
export async function listVerifiers(db: Queryable, id: string): Promise<{ email: string; name: string }[]> {
  const action = await findRecord(db, improvementColumns, 'id', id)
  if (action?.status !== 'done') return []
  const writes = await readWritesOfAction(db, action)
  const mayBeAsked = or(inArray(accounts.role, ['manager', 'admin']), eq(accounts.email, reviewer.email))
  const people = await waitingActions(db, { id: accounts.id, email: accounts.email, name: accounts.name })
    .innerJoin(accounts, and(isPresent(accounts), mayBeAsked))
    .where(eq(improvements.id, id))
  const findPart = await findParts(db, writes)
  const tookPart = people.filter((person) => findPart(person) !== null).map(({ email }) => email)
  return waitingActions(db, { email: accounts.email, name: accounts.name })
    .innerJoin(accounts, and(isPresent(accounts), isAsked(accounts, tookPart)))
    .where(eq(improvements.id, id))
    .orderBy(accounts.name)
}

/** Number of actions whose histories are read at once to leave out actions in which a person took part. */
const portion = 50
/** Number of actions read at once if the first portion is not enough. */
const largePortion = 500

/**
 * Lists the actions that wait for a signed-in person to verify them, longest waiting first, and their number. Actions
 * in which the person took part by their history are left out, but the number still counts them if they come after the
 * returned rows. The time grows with the number of waiting actions, not of accounts.
 */
export async function listVerificationsFor(db: Queryable, person: Verifier & { readonly role: Role }, limit: number) {
  const { email, role } = person
  if (!hasRole(role, 'reviewer')) return { rows: [], total: 0 }
  const { id, owner, formerOwners } = improvements
  // Redundant for a reviewer, but stated so that the index on reviewers is used.
  const ofOwnReviews = role === 'reviewer' ? eq(reviews.reviewer, email) : undefined
  const selectAsked = () =>
    waitingActions(db, { id, owner, former_owners: formerOwners, total: sql<number>`(count(*) over ())::int` })
      .where(and(awaitsVerification(improvements), isAsked({ email, role }), ofOwnReviews))
      .orderBy(sql`${improvements.doneAt} asc nulls first`, asc(id))
  const first = await selectAsked().limit(portion)
  const total = first[0]?.total ?? 0
  const ids = await filterWithoutPart(db, person, first)
  let checkedCount = first.length
  if (ids.length < limit && checkedCount < total) {
    const others = await selectAsked().offset(portion)
    for (let start = 0; start < others.length && ids.length < limit; start += largePortion) {
      const portionOfOthers = others.slice(start, start + largePortion)
      ids.push(...(await filterWithoutPart(db, person, portionOfOthers)))
      checkedCount += portionOfOthers.length
    }
  }
  const rows = await listActions(db, ids.slice(0, limit))
  return { rows, total: ids.length + Math.max(0, total - checkedCount) }
}

type AskedAction = Parameters<typeof readWritesOfActions>[1][number]

/** Returns the identifiers of the actions in which a person took no part by their history. */
async function filterWithoutPart(db: Queryable, person: Verifier, actions: readonly AskedAction[]): Promise<string[]> {
  const histories = await readWritesOfActions(db, actions)
  const others = (await findOtherTexts(db, listPeopleTexts(histories.flatMap(({ writes }) => writes))))(person)
  return histories
    .filter(({ writes }) => findActionPart({ ...person, others }, writes) === null)
    .map(({ action: { id } }) => id)
}

/** Reads the fields of actions that Today shows, in the order of `ids`. */
async function listActions(db: Queryable, ids: readonly string[]) {
  const { id, title, sourceRef, evidence, doneAt, doneBy } = improvements
  const rows = await db
    .select({ id, title, source_ref: sourceRef, evidence, done_at: doneAt, done_by: doneBy })
    .from(improvements)
    .where(inArray(id, [...ids]))
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}
