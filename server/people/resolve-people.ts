import { inArray } from 'drizzle-orm'
import { foldPersonText, type PersonResolution } from '#lib/domain/four-eyes/person-index.ts'
import { isSameEmail } from '#lib/domain/four-eyes/same-person.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { accounts } from '#server/schema/access.ts'
import { findIdentities, findMeant, type KnownPeople, readKnownPeople } from './identities.ts'
import { resolveTexts } from './person-resolver.ts'

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

/**
 * Resolves texts, such as e-mail addresses and names, to people. All are looked up together: with one query for known
 * e-mail addresses, and one more if the directory has user names or numbers of theirs.
 */
export async function resolvePeople(
  db: Queryable,
  texts: readonly string[],
): Promise<ReadonlyMap<string, ResolvedPerson>> {
  const distinct = [...new Set(texts)]
  if (distinct.length === 0) return new Map()
  const asked = await readKnownPeople(db, distinct)
  const emails = new Set(distinct.map(foldPersonText))
  const find = await findNamedPeople(db, distinct, asked)
  const people = distinct.map((text) => {
    const { email, isEmail } = find(text)
    const meant = isEmail ? [] : findMeant([text], asked.aliases)
    return { text, email, isEmail, named: [...new Set([...(email === null ? [] : [email]), ...meant])] }
  })
  const named = [...new Set(people.flatMap((one) => one.named))]
  // The first query found who shares a name, user name or number with a person of these addresses.
  const isRead = named.every((email) => emails.has(foldPersonText(email)))
  const known = isRead ? asked : await readKnownPeople(db, named)
  const identities = await findIdentities(db, named, known)
  const ids = new Map(known.aliases.map(({ email, id }) => [foldPersonText(email), id]))
  return new Map(
    people.map(({ text, ...person }) => {
      const own = person.named.flatMap((email) => identities.get(email) ?? [])
      const emails = [...new Set([...person.named, ...own.flatMap(({ twins }) => twins)])]
      const accounts = [...new Set(emails.flatMap((email) => ids.get(foldPersonText(email)) ?? []))].toSorted()
      return [text, { ...person, emails, accounts, names: [...new Set(own.flatMap(({ names }) => names))] }]
    }),
  )
}

/**
 * Throws `forbidden` with this message if the actor is one of the people with these e-mail addresses, by the same or
 * another account, or no person.
 */
export async function assertAnotherPerson(
  { db, actor }: TxContext,
  emails: readonly string[],
  message: string,
): Promise<void> {
  const people = await resolvePeople(db, emails)
  const own = [...people.values()].flatMap((person) => person.emails)
  if (actor.kind === 'account' && !own.some((one) => isSameEmail(one, actor.email))) return
  throw new AppError('forbidden', message)
}

/** Person whom a text names. */
type NamedPerson = Pick<ResolvedPerson, 'email' | 'isEmail'>

/** Finds the people in accounts and directory whom texts name. An e-mail address only counts if it is known. */
async function findNamedPeople(
  db: Queryable,
  texts: readonly string[],
  { identities }: KnownPeople,
): Promise<(text: string) => NamedPerson> {
  const findKnown = (text: string) => identities.get(foldPersonText(text))?.[0]?.email
  const others = texts.filter((text) => findKnown(text) === undefined)
  const findByName = others.length === 0 ? findNobody : await resolveTexts(db, others)
  return (text) => {
    const email = findKnown(text)
    if (email !== undefined) return { email, isEmail: true }
    const person = findByName(text)
    return { email: person.kind === 'known' ? person.email : null, isEmail: false }
  }
}

const findNobody = (): PersonResolution => ({ kind: 'unknown' })

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
