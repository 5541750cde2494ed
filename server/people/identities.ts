import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { foldPersonText } from '#lib/domain/four-eyes/person-index.ts'
import {
  type FoldedPerson,
  isSameEmail,
  isSameName,
  matchesPerson,
  nameWords,
  readPerson,
  readPersonText,
} from '#lib/domain/four-eyes/same-person.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { accounts } from '#server/schema/access.ts'
import { folded, users } from '#server/schema/directory.ts'
import { auditEvents } from '#server/schema/history.ts'

/** Known identities of people besides their e-mail addresses. */
type Identities = {
  /** Names that they have or had in accounts and directory. */
  readonly names: readonly string[]
  /** E-mail addresses with the same name, user name, employee number or former name: one person may have several. */
  readonly twins: readonly string[]
}

/** Reads the identities of each person, by e-mail address, with a fixed number of queries. */
export async function readIdentities(
  db: Queryable,
  emails: readonly string[],
  aliases: readonly Alias[],
): Promise<ReadonlyMap<string, Identities>> {
  if (emails.length === 0) return new Map()
  const foldedEmails = emails.map(foldPersonText)
  const isWanted = sql`${folded(users.email)} = any(${sql.param(foldedEmails)}::text[])`
  const { id, email, name, userName, employeeNumber } = users
  const [listed, signedUp] = await Promise.all([
    db.select({ id, email, name, userName, employeeNumber }).from(users).where(isWanted),
    db
      .select({ id: accounts.id, email: accounts.email, name: accounts.name, userName: accounts.userName })
      .from(accounts)
      .where(inArray(accounts.email, foldedEmails)),
  ])
  const personWrites = await listWrites(db, {
    user: listed.map((one) => one.id),
    account: signedUp.map((one) => one.id),
  })
  const writesByEntity = Map.groupBy(personWrites, ({ entity, entityId }) => `${entity} ${entityId}`)
  const entries = [
    ...listed.map((one) => ({ ...one, entity: `user ${one.id}` })),
    ...signedUp.map((one) => ({ ...one, entity: `account ${one.id}`, employeeNumber: null })),
  ]
  const entriesByEmail = Map.groupBy(entries, (one) => foldPersonText(one.email))
  const identityTexts = foldedEmails.map((email) => {
    const own = entriesByEmail.get(email) ?? []
    const writes = own.flatMap(({ entity }) => writesByEntity.get(entity) ?? [])
    /** Returns all current and former values of a field for this person. */
    const listValues = (key: 'name' | 'userName' | 'employeeNumber', field: string) => {
      const former = writes.flatMap(({ changes }) => [changes[field]?.from, changes[field]?.to])
      return listDistinctTexts([...own.map((one) => one[key]), ...former])
    }
    return {
      names: listValues('name', 'name'),
      userNames: listValues('userName', 'user_name').map(foldPersonText),
      numbers: listValues('employeeNumber', 'employee_number').map(foldPersonText),
    }
  })
  const lookUpTwins = await findTwins(
    db,
    identityTexts.flatMap(({ userNames }) => userNames),
    identityTexts.flatMap(({ numbers }) => numbers),
    aliases,
  )
  return new Map(
    identityTexts.map(({ names, userNames, numbers }, index) => {
      const ownWords = names.map(nameWords)
      const namesakes = aliases.filter(({ person }) => ownWords.some((name) => isSameName(name, person.words)))
      const twins = listDistinctTexts([...lookUpTwins(userNames, numbers), ...namesakes.map(({ email }) => email)])
      return [emails[index] ?? '', { names, twins }]
    }),
  )
}

/** A name of somebody with an account, from the account, the directory or an earlier state of either. */
export type Alias = {
  /** Identifier and e-mail address of the account. */
  readonly id: string
  readonly email: string
  /** Folded; null without one and for a placeholder. */
  readonly userName: string | null
  readonly number: string | null
  /** E-mail address with a name. */
  readonly person: FoldedPerson
}

type KnownIdentity = Pick<Alias, 'id' | 'email' | 'userName' | 'number'> & { readonly name: string | null }

/** Lists the current and former identities of everybody with an account, with one query. */
export async function listAliases(db: Queryable): Promise<readonly Alias[]> {
  const former = (field: string) => sql`e.changes #>> array[${field}::text, 'from']`
  // `offset 0` makes PostgreSQL look up the entries of an account in the index by e-mail address.
  const { rows } = await db.execute<KnownIdentity>(sql`
    with own as (select id, email, name, user_name from ${accounts}),
    listed as materialized (
      select own.email, own.id as account, entry.* from own cross join lateral (
        select id, name, user_name, employee_number from ${users} where ${folded(users.email)} = own.email offset 0
      ) entry
    ),
    known (type, id, account, email) as (
      select 'account', id, id, email from own union all select 'user', id, account, email from listed
    )
    select id, email, name, user_name as "userName", null as number from own
    union select account, email, name, user_name, employee_number from listed
    union select known.account, known.email, ${former('name')}, ${former('user_name')}, ${former('employee_number')}
    from known join audit_events e on e.entity_type = known.type and e.entity_id = known.id
    where coalesce(${former('name')}, ${former('user_name')}, ${former('employee_number')}) is not null`)
  const [userNames, numbers] = (['userName', 'number'] as const).map((field) => {
    const sharing = Map.groupBy(rows, (one) => foldPersonText(one[field] ?? ''))
    return new Set(
      [...sharing].flatMap(([key, all]) => (key !== '' && listEmailsOfPerson(all).length > 0 ? [key] : [])),
    )
  })
  const key = (sharedKeys: typeof userNames, text: string | null) => {
    const folded = foldPersonText(text ?? '')
    return sharedKeys?.has(folded) ? folded : null
  }
  return rows.map(({ id, email, name, userName, number }) => ({
    id,
    email,
    userName: key(userNames, userName),
    number: key(numbers, number),
    person: readPerson({ email, name }),
  }))
}

/** Returns the other accounts of the person with an account, by e-mail address: with an equal name, user name or number. */
export function listTwins(email: string, aliases: readonly Alias[]): string[] {
  const own = aliases.filter((one) => isSameEmail(one.email, email))
  const isShared = (one: Alias, mine: Alias) =>
    (mine.userName !== null && mine.userName === one.userName) ||
    (mine.number !== null && mine.number === one.number) ||
    isSameName(mine.person.words, one.person.words)
  const others = aliases.filter((one) => !own.includes(one) && own.some((mine) => isShared(one, mine)))
  return listDistinctTexts(others.map((one) => one.email))
}

/** Returns the e-mail addresses of accounts whose current or former identity some of these texts mean. */
export function findMeant(texts: readonly string[], aliases: readonly Alias[]): string[] {
  const means = texts.map(createMatcher)
  return listDistinctTexts(aliases.flatMap((one) => (means.some((mean) => mean(one)) ? [one.email] : [])))
}

function createMatcher(text: string): (one: Alias) => boolean {
  const key = foldPersonText(text)
  const read = readPersonText(text)
  return ({ userName, number, person }) => key === userName || key === number || matchesPerson(read, person)
}

const listDistinctTexts = (values: readonly unknown[]) => [
  ...new Set(values.filter((value) => typeof value === 'string' && value.trim() !== '') as string[]),
]

/** Lists writes to directory entries and accounts. */
const listWrites = (db: Queryable, ids: { readonly user: readonly string[]; readonly account: readonly string[] }) =>
  db
    .select({ entity: auditEvents.entityType, entityId: auditEvents.entityId, changes: auditEvents.changes })
    .from(auditEvents)
    .where(
      or(
        and(eq(auditEvents.entityType, 'user'), inArray(auditEvents.entityId, [...ids.user])),
        and(eq(auditEvents.entityType, 'account'), inArray(auditEvents.entityId, [...ids.account])),
      ),
    )

/** Maximum addresses of one person. A user name or number that more addresses share is a placeholder, such as `EXT`. */
const maxEmailsOfPerson = 5

/** Returns the addresses of the people with one user name or number; none if it is a placeholder. */
function listEmailsOfPerson(sharing: readonly { readonly email: string }[]): string[] {
  const emails = new Map(sharing.map(({ email }) => [foldPersonText(email), email]))
  return emails.size > maxEmailsOfPerson ? [] : [...emails.values()]
}

type FindTwins = (userNames: readonly string[], employeeNumbers: readonly string[]) => string[]

/**
 * Finds e-mail addresses by user name or number, within the given ones. A former user name of an account counts too. A
 * number is only compared with numbers: a user name that looks like it may belong to another person.
 */
async function findTwins(
  db: Queryable,
  userNames: readonly string[],
  employeeNumbers: readonly string[],
  aliases: readonly Alias[],
): Promise<FindTwins> {
  if (userNames.length + employeeNumbers.length === 0) return () => []
  const [userName, number] = [users.userName, users.employeeNumber].map(folded)
  const [wantedNames, wantedNumbers] = [userNames, employeeNumbers].map(
    (wanted) => sql`any(${sql.param(wanted)}::text[])`,
  )
  const listed = await db
    .select({ email: users.email, userName: users.userName, number: users.employeeNumber })
    .from(users)
    .where(or(sql`${userName} = ${wantedNames}`, sql`${number} = ${wantedNumbers}`))
  const [byUserName, byNumber] = (['userName', 'number'] as const).map((field) =>
    Map.groupBy([...listed, ...aliases], (one) => foldPersonText(one[field] ?? '')),
  )
  const sharing = (by: typeof byUserName, wanted: readonly string[]) =>
    wanted.flatMap((one) => listEmailsOfPerson(by?.get(one) ?? []))
  return (names, numbers) => [...sharing(byUserName, names), ...sharing(byNumber, numbers)]
}
