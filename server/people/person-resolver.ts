import { sql } from 'drizzle-orm'
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
  const keys = sql`array(select unnest(person_keys(wanted, wanted)) from unnest(${sql.param(texts)}::text[]) wanted)`
  // Accounts come first: their e-mail is the one that the person signs in with.
  const { rows } = await db.execute<IndexedPerson>(sql`
    select email, name, user_name as "userName", employee_number as "employeeNumber" from (
      select 1 as place, id, email, name, user_name, null as employee_number from ${accounts}
        where ${accounts.email} = ${emails} or ${personKeys(accounts.name, accounts.userName)} && ${keys}
      union all select 2, id, email, name, user_name, employee_number from ${users}
        where ${folded(users.email)} = ${emails}
          or ${personKeys(users.name, users.userName, users.employeeNumber)} && ${keys}
    ) found order by place, id`)
  return indexPeople(rows)
}
