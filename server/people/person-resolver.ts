import { type SQL, sql } from 'drizzle-orm'
import {
  foldPersonText,
  type IndexedPerson,
  indexPeople,
  type PersonResolution,
} from '#lib/domain/four-eyes/person-index.ts'
import { foldForSorting } from '#lib/text/fold-for-sorting.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { accounts } from '#server/schema/access.ts'
import { folded, users } from '#server/schema/directory.ts'

/** Finds the people in accounts and directory that texts name, with one query for all texts. */
export type PersonResolver = { resolve(texts: readonly string[]): Promise<(text: string) => PersonResolution> }

/** Creates a resolver. It loads all accounts once, and queries the larger directory only for possible matches. */
export function createPersonResolver(db: Queryable): PersonResolver {
  let directory: readonly IndexedPerson[] | undefined
  return {
    async resolve(texts) {
      directory ??= await listAccounts(db)
      // Accounts come first: their e-mail is the one that the person signs in with.
      return indexPeople([...directory, ...(await listCandidates(db, texts))])
    },
  }
}

async function listAccounts(db: Queryable): Promise<IndexedPerson[]> {
  const rows = await db
    .select({ email: accounts.email, name: accounts.name, userName: accounts.userName })
    .from(accounts)
  return rows.map((row) => ({ ...row, employeeNumber: null }))
}

/** Lists the directory entries that one of the texts may name. */
async function listCandidates(db: Queryable, texts: readonly string[]): Promise<IndexedPerson[]> {
  const keys = texts.map(foldPersonText)
  // `offset 0` makes PostgreSQL look up each key in the index by itself, because the planner overestimates the matches.
  const matching = (key: SQL, wanted: readonly string[]) => sql`
    select found.* from unnest(${sql.param(wanted)}::text[]) as wanted, lateral (
      select id, email, name, user_name, employee_number from ${users} where ${key} = wanted offset 0
    ) found`
  const { rows } = await db.execute<
    Record<'email' | 'name', string> & Record<'user_name' | 'employee_number', string | null>
  >(
    sql`${matching(folded(users.email), keys)} union ${matching(folded(users.userName), keys)}
      union ${matching(folded(users.employeeNumber), keys)}
      union ${matching(sql`${users.nameKey}`, texts.map(foldForSorting))} order by id`,
  )
  return rows.map(({ user_name: userName, employee_number: employeeNumber, ...row }) => ({
    ...row,
    userName,
    employeeNumber,
  }))
}
