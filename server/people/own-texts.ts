import { eq } from 'drizzle-orm'
import { foldPersonText } from '#lib/domain/four-eyes/person-index.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { accounts } from '#server/schema/access.ts'
import { folded, users } from '#server/schema/directory.ts'

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
