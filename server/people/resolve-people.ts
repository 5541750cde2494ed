import { inArray, sql } from 'drizzle-orm'
import { foldPersonText, type PersonResolution } from '#lib/domain/four-eyes/person-index.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { accounts } from '#server/schema/access.ts'
import { folded, users } from '#server/schema/directory.ts'
import { findMeant, listAliases, readIdentities } from './identities.ts'
import { createPersonResolver } from './person-resolver.ts'

/** The person whom a text names, and everybody whom it may mean. */
export type ResolvedPerson = {
  /** E-mail address of the only person whom the text names; null for nobody, or several. */
  readonly email: string | null
  /** True if the text is that e-mail address, not a name. */
  readonly isEmail: boolean
  /** E-mail addresses of the person, and for a text that is none, of the accounts that it may mean. */
  readonly named: readonly string[]
  /** Those, and the other addresses of the same people. */
  readonly emails: readonly string[]
  /** Identifiers of the accounts with these addresses. */
  readonly accounts: readonly string[]
  /** Current and former names of the people. */
  readonly names: readonly string[]
}

/** Resolves texts, such as e-mail addresses and names, to people. All are looked up together. */
export async function resolvePeople(
  db: Queryable,
  texts: readonly string[],
): Promise<ReadonlyMap<string, ResolvedPerson>> {
  const distinct = [...new Set(texts)]
  if (distinct.length === 0) return new Map()
  const find = await findNamedPeople(db, distinct)
  const aliases = await listAliases(db)
  const people = distinct.map((text) => {
    const { email, isEmail } = find(text)
    const meant = isEmail ? [] : findMeant([text], aliases)
    return { text, email, isEmail, named: [...new Set([...(email === null ? [] : [email]), ...meant])] }
  })
  const identities = await readIdentities(db, [...new Set(people.flatMap(({ named }) => named))], aliases)
  const ids = new Map(aliases.map(({ email, id }) => [foldPersonText(email), id]))
  return new Map(
    people.map(({ text, ...person }) => {
      const own = person.named.flatMap((email) => identities.get(email) ?? [])
      const emails = [...new Set([...person.named, ...own.flatMap(({ twins }) => twins)])]
      const accounts = [...new Set(emails.flatMap((email) => ids.get(foldPersonText(email)) ?? []))].toSorted()
      return [text, { ...person, emails, accounts, names: [...new Set(own.flatMap(({ names }) => names))] }]
    }),
  )
}

/** Person whom a text names. */
type NamedPerson = Pick<ResolvedPerson, 'email' | 'isEmail'>

/** Finds the people in accounts and directory whom texts name. An e-mail address only counts if it is known. */
async function findNamedPeople(db: Queryable, texts: readonly string[]): Promise<(text: string) => NamedPerson> {
  const emails = texts.map(foldPersonText)
  const [signedUp, directory] =
    emails.length === 0
      ? [[], []]
      : await Promise.all([
          db.select({ email: accounts.email }).from(accounts).where(inArray(accounts.email, emails)),
          db
            .select({ email: users.email })
            .from(users)
            .where(sql`${folded(users.email)} = any(${sql.param(emails)}::text[])`),
        ])
  const knownEmails = new Map([...directory, ...signedUp].map(({ email }) => [foldPersonText(email), email]))
  const others = texts.filter((text) => !knownEmails.has(foldPersonText(text)))
  const findByName = others.length === 0 ? findNobody : await createPersonResolver(db).resolve(others)
  return (text) => {
    const email = knownEmails.get(foldPersonText(text))
    if (email !== undefined) return { email, isEmail: true }
    const person = findByName(text)
    return { email: person.kind === 'known' ? person.email : null, isEmail: false }
  }
}

const findNobody = (): PersonResolution => ({ kind: 'unknown' })

/** A person who has an account. */
export type PersonWithAccount = { readonly email: string; readonly name: string }

/** Finds the people with accounts of these e-mail addresses, by e-mail. */
export async function findPeople(
  db: Queryable,
  emails: readonly string[],
): Promise<ReadonlyMap<string, PersonWithAccount>> {
  const people = await db
    .select({ email: accounts.email, name: accounts.name })
    .from(accounts)
    .where(inArray(accounts.email, [...new Set(emails)]))
  return new Map(people.map((person) => [person.email, person]))
}
