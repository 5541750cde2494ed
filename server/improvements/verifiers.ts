import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { hasRole, type Role, reviewingRoles } from '#lib/contracts/endpoint.ts'
import { partInAction, textsOfPeople, type Verifier } from '#lib/domain/four-eyes/action-four-eyes.ts'
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

/** The account of the reviewer of the review that an action comes from; null for one who may not work here any more. */
const reviewer = alias(accounts, 'reviewer')

/** A person as columns or as values. */
type Person = { readonly email: PgColumn | string; readonly role: PgColumn | Role }

/** As `mayVerify` of the domain, for a person who is not in `tookPart`. */
const mayVerify = (
  email: Person['email'],
  tookPart: readonly string[],
): SQL => sql`(${email} <> lower(${improvements.owner})
  and ${email} is distinct from lower(${improvements.doneBy})
  and (${improvements.formerOwners} = '{}' or ${email} <> all (lower(${improvements.formerOwners}::text)::text[]))
  and ${email} <> all (${sql.param(tookPart)}::text[]))`

/** The managers do not depend on the action: PostgreSQL reads them once for a statement. */
const noManagerMayVerify = (tookPart: readonly string[]): SQL => sql`(
  select coalesce(array_agg(${accounts.email}::text), '{}') from ${accounts}
  where ${accounts.role} = 'manager' and ${isPresent(accounts)} and ${accounts.email} <> all (${sql.param(tookPart)}::text[])
) <@ lower((${improvements.formerOwners} || array[${improvements.owner}, coalesce(${improvements.doneBy}, '')])::text)::text[]`

/**
 * Whether a person, who is present, is asked to verify an action: the reviewer of the review it comes from; where that
 * person may not verify it, every manager who may; where no manager may, every admin. Nobody who `tookPart` is asked.
 */
const isAsked = ({ email, role }: Person, tookPart: readonly string[] = []): SQL => sql`${mayVerify(email, tookPart)}
  and case
    when ${reviewer.email} is not null and ${mayVerify(reviewer.email, tookPart)} then ${email} = ${reviewer.email}
    when ${role} = 'manager' then true
    when ${role} = 'admin' then ${noManagerMayVerify(tookPart)}
    else false end`

/** The actions that wait for verification, with the review that each comes from and its reviewer. */
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

/** The people who may be asked to verify an action: none took part in it, by its history. Empty unless it is done. */
export async function listVerifiers(db: Queryable, id: string): Promise<{ email: string; name: string }[]> {
  const action = await findRecord(db, improvementColumns, 'id', id)
  if (action?.status !== 'done') return []
  const writes = await readWritesOfAction(db, action)
  const mayBeAsked = or(inArray(accounts.role, ['manager', 'admin']), eq(accounts.email, reviewer.email))
  const people = await waitingActions(db, { id: accounts.id, email: accounts.email, name: accounts.name })
    .innerJoin(accounts, and(isPresent(accounts), mayBeAsked))
    .where(eq(improvements.id, id))
  const partOf = await findParts(db, writes)
  const tookPart = people.filter((person) => partOf(person) !== null).map(({ email }) => email)
  return waitingActions(db, { email: accounts.email, name: accounts.name })
    .innerJoin(accounts, and(isPresent(accounts), isAsked(accounts, tookPart)))
    .where(eq(improvements.id, id))
    .orderBy(accounts.name)
}

/** Actions whose history is read at once to leave out the actions in which a person took part. */
const portion = 50
/** Actions that are read at once where the first portion is not enough. */
const largePortion = 500

/**
 * The actions that wait for a person, who is signed in, to verify them, the longest waiting first, and their number. The
 * time grows with the actions that wait, not with the accounts. Those in which the person took part by their history are
 * left out; the number still counts the actions that come after the rows.
 */
export async function listVerificationsFor(db: Queryable, person: Verifier & { readonly role: Role }, limit: number) {
  const { email, role } = person
  if (!hasRole(role, 'reviewer')) return { rows: [], total: 0 }
  const { id, owner, formerOwners } = improvements
  // Implied for a reviewer; stated so that the index of their reviews is used.
  const ofOwnReviews = role === 'reviewer' ? eq(reviews.reviewer, email) : undefined
  const asked = () =>
    waitingActions(db, { id, owner, former_owners: formerOwners, total: sql<number>`(count(*) over ())::int` })
      .where(and(awaitsVerification(improvements), isAsked({ email, role }), ofOwnReviews))
      .orderBy(sql`${improvements.doneAt} asc nulls first`, asc(id))
  const first = await asked().limit(portion)
  const total = first[0]?.total ?? 0
  const ids = await filterWithoutPart(db, person, first)
  let looked = first.length
  if (ids.length < limit && looked < total) {
    const others = await asked().offset(portion)
    for (let start = 0; start < others.length && ids.length < limit; start += largePortion) {
      const some = others.slice(start, start + largePortion)
      ids.push(...(await filterWithoutPart(db, person, some)))
      looked += some.length
    }
  }
  const rows = await listActions(db, ids.slice(0, limit))
  return { rows, total: ids.length + Math.max(0, total - looked) }
}

type AskedAction = Parameters<typeof readWritesOfActions>[1][number]

/** The identifiers of the actions in which a person took no part by their history. */
async function filterWithoutPart(db: Queryable, person: Verifier, actions: readonly AskedAction[]): Promise<string[]> {
  const histories = await readWritesOfActions(db, actions)
  const others = (await findOtherTexts(db, textsOfPeople(histories.flatMap(({ writes }) => writes))))(person)
  return histories
    .filter(({ writes }) => partInAction({ ...person, others }, writes) === null)
    .map(({ action: { id } }) => id)
}

/** What Today shows of actions, in this order. */
async function listActions(db: Queryable, ids: readonly string[]) {
  const { id, title, sourceRef, evidence, doneAt, doneBy } = improvements
  const rows = await db
    .select({ id, title, source_ref: sourceRef, evidence, done_at: doneAt, done_by: doneBy })
    .from(improvements)
    .where(inArray(id, [...ids]))
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}
