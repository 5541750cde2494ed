import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Leaver, LeaverWork } from '#lib/contracts/app/leavers.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { findPeopleNames } from '#server/people/names.ts'
import { hasLeft } from '#server/platform/auth/leavers.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { accounts } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import { hasUnfinishedStatus, improvements } from '#server/schema/improvements.ts'
import { reviews } from '#server/schema/reviews.ts'

const maxLeavers = 50
const maxWork = 100

/** A submitted review waits for its signers, not for its reviewer. */
const isOpen = inArray(reviews.status, ['not_started', 'in_progress'])
const isUnfinished = hasUnfinishedStatus(improvements.status)

/** Lists people who left and still have work, most work first, each with up to `maxWork` of their records. */
export async function listLeavers({ db }: Context): Promise<Page<Leaver>> {
  const { rows } = await db.execute<{
    email: string
    is_disabled: boolean
    open_reviews: number
    unfinished_actions: number
    total: number
  }>(sql`
    select email, open_reviews, unfinished_actions, (count(*) over ())::int as total,
      exists (select from ${accounts} where ${accounts.email} = work.email and ${accounts.isDisabled}) as is_disabled
    from (
      select email, count(*) filter (where is_review)::int as open_reviews,
        count(*) filter (where not is_review)::int as unfinished_actions
      from (
        select lower(${reviews.reviewer}) as email, true as is_review from ${reviews}
        where ${isOpen} and ${reviews.reviewer} is not null
        union all
        select lower(${improvements.owner}), false from ${improvements} where ${isUnfinished}
      ) records
      group by email
    ) work
    where ${hasLeft(sql`work.email`)}
    order by open_reviews + unfinished_actions desc, email
    limit ${maxLeavers}`)
  const names = await findPeopleNames(
    db,
    rows.map(({ email }) => email),
  )
  const result: Leaver[] = []
  for (const { email, is_disabled, open_reviews, unfinished_actions } of rows) {
    const reason = is_disabled ? 'account_disabled' : 'left_directory'
    const work = await listWork(db, email, maxWork)
    result.push({ email, name: names.of(email), reason, open_reviews, unfinished_actions, work })
  }
  return { rows: result, total: rows[0]?.total ?? 0 }
}

/** Lists the open reviews and unfinished actions of a person by due date. */
export async function listWork(db: Queryable, email: string, limit: number): Promise<LeaverWork[]> {
  const isPerson = (column: PgColumn): SQL => sql`lower(${column}) = ${email.toLowerCase()}`
  const owned = await db
    .select({ id: reviews.reference, title: changes.title, change_number: reviews.changeNumber, due_on: reviews.dueOn })
    .from(reviews)
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(and(isOpen, isPerson(reviews.reviewer)))
    .orderBy(asc(reviews.dueOn), asc(reviews.reference))
    .limit(limit)
  const actions = await db
    .select({ id: improvements.id, title: improvements.title, due_on: improvements.targetDate })
    .from(improvements)
    .where(and(isUnfinished, isPerson(improvements.owner)))
    .orderBy(asc(improvements.targetDate), asc(improvements.id))
    .limit(limit)
  return [
    ...owned.map((row) => ({ kind: 'review' as const, ...row })),
    ...actions.map((row) => ({ kind: 'action' as const, change_number: null, ...row })),
  ]
    .toSorted((one, other) => (one.due_on ?? '9999').localeCompare(other.due_on ?? '9999'))
    .slice(0, limit)
}
