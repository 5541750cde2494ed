import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Role } from '#lib/contracts/endpoint.ts'
import { partInAction } from '#lib/domain/action-four-eyes.ts'
import { isPresent } from '#server/platform/auth/leavers.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { findRecord } from '#server/platform/db/find-record.ts'
import { accounts } from '#server/schema/access.ts'
import { improvements } from '#server/schema/improvements.ts'
import { reviews } from '#server/schema/reviews.ts'
import { improvementColumns } from './columns.ts'
import { writesOfAction } from './writes-of-action.ts'

const others = alias(accounts, 'others')

type AccountTable = typeof accounts | typeof others

/** As `mayVerify` of the domain, for an account that can sign in and is not among those who `tookPart`. */
const mayVerify = (account: AccountTable, tookPart: readonly string[]): SQL => sql`${isPresent(account)}
  and ${account.email} <> all (${sql.param(tookPart)}::text[]) and ${account.email} not in (
    select lower(excluded) from unnest(
      ${improvements.formerOwners} || array[${improvements.owner}, coalesce(${improvements.doneBy}, '')]
    ) excluded)`

const isReviewer = (account: AccountTable): SQL =>
  sql`${account.email} = lower(${reviews.reviewer}) and ${account.role} <> 'viewer'`

/**
 * Whether an account is asked to verify a done action: the reviewer of the review it comes from; where that person may
 * not verify it, every manager who may; where no manager may, every admin.
 */
function isAsked(tookPart: readonly string[]): SQL {
  const noOther = (condition: (account: AccountTable) => SQL): SQL =>
    sql`not exists (select from ${accounts} ${others} where ${mayVerify(others, tookPart)} and ${condition(others)})`
  return sql`${mayVerify(accounts, tookPart)} and case
    when ${isReviewer(accounts)} then true
    when ${accounts.role} = 'manager' then ${noOther(isReviewer)}
    when ${accounts.role} = 'admin' then ${noOther(isReviewer)} and ${noOther(({ role }) => sql`${role} = 'manager'`)}
    else false end`
}

/** One row for each done action and account that is asked to verify it, except the addresses that `tookPart`. */
const verifications = <Columns extends Parameters<Queryable['select']>[0]>(
  db: Queryable,
  columns: Columns & {},
  tookPart: readonly string[] = [],
) =>
  db
    .select(columns)
    .from(improvements)
    .leftJoin(reviews, eq(reviews.reference, improvements.sourceRef))
    .innerJoin(accounts, isAsked(tookPart))

/** Those who are asked to verify an action; nobody unless it is done. None of them took part in it, by its history. */
export async function listVerifiers(db: Queryable, id: string): Promise<{ email: string; name: string }[]> {
  const action = await findRecord(db, improvementColumns, 'id', id)
  if (action?.status !== 'done') return []
  const writes = await writesOfAction(db, action)
  const people = await db.select({ id: accounts.id, email: accounts.email, name: accounts.name }).from(accounts)
  const tookPart = people.filter((person) => partInAction(person, writes) !== null).map(({ email }) => email)
  return verifications(db, { email: accounts.email, name: accounts.name }, tookPart)
    .where(eq(improvements.id, id))
    .orderBy(accounts.name)
}

type Person = { readonly email: string; readonly role: Role }

/** The done actions that a person is asked to verify, the longest waiting first, and their number. */
export async function listVerificationsOf(db: Queryable, { email, role }: Person, limit: number) {
  if (role === 'viewer') return { rows: [], total: 0 }
  // Implied for a reviewer; stated so that the index of their reviews is used.
  const ofOwnReviews = role === 'reviewer' ? eq(reviews.reviewer, email) : undefined
  const rows = await verifications(db, {
    id: improvements.id,
    title: improvements.title,
    source_ref: improvements.sourceRef,
    evidence: improvements.evidence,
    done_at: improvements.doneAt,
    done_by: improvements.doneBy,
    total: sql<number>`(count(*) over ())::int`,
  })
    .where(and(eq(accounts.email, email), eq(improvements.status, 'done'), ofOwnReviews))
    .orderBy(sql`${improvements.doneAt} asc nulls first`, improvements.id)
    .limit(limit)
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}
