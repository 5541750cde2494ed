import { eq, inArray, sql } from 'drizzle-orm'
import { foldPersonText } from '#lib/domain/four-eyes/person-index.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Actor, Context } from '#server/platform/runtime/context.ts'
import { accounts } from '#server/schema/access.ts'
import { folded, users } from '#server/schema/directory.ts'

/** Names of people by e-mail address, read for a whole list with two queries. */
export type PeopleNames = { of(email: string | null): string | null }

/** Finds the names of accounts, else of directory entries, for these e-mail addresses, compared without case. */
export async function findPeopleNames(db: Queryable, emails: readonly (string | null)[]): Promise<PeopleNames> {
  const lowerEmails = [...new Set(emails.flatMap((email) => (email ? [email.toLowerCase()] : [])))]
  if (lowerEmails.length === 0) return { of: () => null }
  const [directory, signedUp] = await Promise.all([
    db
      .select({ email: users.email, name: users.name })
      .from(users)
      .where(sql`${folded(users.email)} = any(${sql.param(lowerEmails)}::text[])`),
    db
      .select({ email: accounts.email, name: accounts.name })
      .from(accounts)
      .where(inArray(accounts.email, lowerEmails)),
  ])
  const names = new Map([...directory, ...signedUp].map(({ email, name }) => [email.toLowerCase(), name]))
  return { of: (email) => (email ? (names.get(email.toLowerCase()) ?? null) : null) }
}

/** Lists the known names of these e-mail addresses for the contract `listPeopleNames`. */
export async function listPeopleNames({ db }: Pick<Context, 'db'>, emails: readonly string[]) {
  const names = await findPeopleNames(db, emails)
  return {
    result: [...new Set(emails)].flatMap((email) => {
      const name = names.of(email)
      return name === null ? [] : [{ email, name }]
    }),
  }
}

type SignedInPerson = Extract<Actor, { kind: 'account' }>

/**
 * Lists the texts by which records name a person: e-mail addresses, user name, employee number and names of account and
 * directory. They find records by an index; a longer text that contains one, such as with a team, is not found.
 */
export async function listOwnTexts(db: Queryable, { id, email, name }: SignedInPerson): Promise<string[]> {
  const [accountRows, listed] = await Promise.all([
    db.select({ userName: accounts.userName }).from(accounts).where(eq(accounts.id, id)),
    db
      .select({ email: users.email, name: users.name, userName: users.userName, number: users.employeeNumber })
      .from(users)
      .where(eq(folded(users.email), foldPersonText(email))),
  ])
  const texts = [...accountRows, ...listed].flatMap((one) => Object.values(one))
  return [...new Set([email, name, ...texts.filter((text) => text !== null && text.trim() !== '')])] as string[]
}
