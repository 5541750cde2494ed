import { type SQL, sql } from 'drizzle-orm'
import {
  foldPersonText,
  type IndexedPerson,
  indexPeople,
  type PersonResolution,
} from '#lib/domain/four-eyes/person-index.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { accounts } from '#server/schema/access.ts'
import { folded, personKeys, users } from '#server/schema/directory.ts'

/** Finds the people in accounts and directory that texts name, with one query for all texts. */
export async function resolveTexts(
  db: Queryable,
  texts: readonly string[],
): Promise<(text: string) => PersonResolution> {
  const emails = sql`any(${sql.param(texts.map(foldPersonText))}::text[])`
  const account = sql`1 as place, id, email, name, user_name, null as employee_number from ${accounts}`
  const user = sql`2 as place, id, email, name, user_name, employee_number from ${users}`
  // Each text is looked up by itself: the time for many keys in one condition would grow with their square.
  const matching = (row: SQL, keys: SQL) => sql`
    select found.* from wanted cross join lateral (select ${row} where ${keys} && wanted.keys offset 0) found`
  // Accounts come first: their e-mail is the one that the person signs in with.
  const { rows } = await db.execute<IndexedPerson>(sql`
    with wanted as materialized (select person_keys(text, text) as keys from unnest(${sql.param(texts)}::text[]) text)
    select email, name, user_name as "userName", employee_number as "employeeNumber" from (
      select ${account} where ${accounts.email} = ${emails} union select ${user} where ${folded(users.email)} = ${emails}
      union ${matching(account, personKeys(accounts.name, accounts.userName))}
      union ${matching(user, personKeys(users.name, users.userName, users.employeeNumber))}
    ) found order by place, id`)
  return indexPeople(rows)
}
