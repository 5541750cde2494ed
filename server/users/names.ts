import { inArray } from 'drizzle-orm'
import type { Queryable } from '#server/db/client.ts'
import { accounts } from '#server/db/schema/access.ts'
import { users } from '#server/db/schema/directory.ts'

/** What people are called, by their e-mail addresses; asked for whole lists, so that it costs two look-ups for a page. */
export type PeopleNames = { of(email: string | null): string | null }

/** The names that accounts, else the directory, have for these addresses, whatever their case. */
export async function findPeopleNames(db: Queryable, emails: readonly (string | null)[]): Promise<PeopleNames> {
  const spellings = [...new Set(emails.flatMap((email) => (email ? [email, email.toLowerCase()] : [])))]
  if (spellings.length === 0) return { of: () => null }
  const [directory, signedUp] = await Promise.all(
    [users, accounts].map((table) =>
      db.select({ email: table.email, name: table.name }).from(table).where(inArray(table.email, spellings)),
    ),
  )
  const names = new Map(
    [...(directory ?? []), ...(signedUp ?? [])].map(({ email, name }) => [email.toLowerCase(), name]),
  )
  return { of: (email) => (email ? (names.get(email.toLowerCase()) ?? null) : null) }
}
