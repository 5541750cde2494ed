import { type SQL, sql } from 'drizzle-orm'
import { foldPersonText } from '#lib/domain/four-eyes/person-index.ts'
import {
  type FoldedPerson,
  isSameName,
  matchesPerson,
  nameWords,
  readPerson,
  readPersonText,
} from '#lib/domain/four-eyes/same-person.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { runPrepared } from '#server/platform/db/prepared.ts'
import { accounts } from '#server/schema/access.ts'
import { folded, personKeys, users } from '#server/schema/directory.ts'
import { auditEvents, formerIdentity, isFormerIdentity } from '#server/schema/history.ts'

/** Known identities of people besides their e-mail addresses. */
type Identities = {
  /** Names that they have or had in accounts and directory. */
  readonly names: readonly string[]
  /** E-mail addresses with the same name, user name, employee number or former name: one person may have several. */
  readonly twins: readonly string[]
}

/** What accounts, directory and their history say of people now. */
export type KnownPeople = {
  /** The identities of each account that some of the texts may mean, or that may be a person with such an address. */
  readonly aliases: readonly Alias[]
  /** Current and former identities, by folded e-mail address: of those accounts, and of the texts that are addresses. */
  readonly identities: ReadonlyMap<string, readonly KnownIdentity[]>
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

/** Texts that identify a person, now or formerly. `id` is null for somebody without an account. */
type KnownIdentity = Record<'id' | 'name' | 'userName' | 'number', string | null> & { readonly email: string }

/** Reads the people whom texts may name, such as e-mail addresses and names, and who may be the same, with one query. */
export async function readKnownPeople(db: Queryable, texts: readonly string[]): Promise<KnownPeople> {
  const read = texts.map(readPersonText)
  const values = {
    texts,
    emails: read.flatMap((text) => [...text.emails]),
    wordings: read.flatMap((text) => text.words.flatMap((words) => [...words, [...words].join(' ')])),
  }
  const rows = await runPrepared(db, 'known people', values, (query) =>
    query
      .select({
        id: sql<string | null>`id`,
        email: sql<string>`email`,
        name: sql<string | null>`name`,
        userName: sql<string | null>`user_name`,
        number: sql<string | null>`number`,
      })
      .from(sql`(${selectKnown()}) known`),
  )
  return {
    aliases: buildAliases(rows.flatMap((one) => (one.id === null ? [] : [{ ...one, id: one.id }]))),
    identities: Map.groupBy(rows, ({ email }) => foldPersonText(email)),
  }
}

/** SQL of the identities that `readKnownPeople` reads, for its values. */
function selectKnown(): SQL {
  const list = (name: string) => sql`unnest(${sql.placeholder(name)}::text[])`
  // Each key is looked up by itself: the time for many in one condition would grow with their square.
  const having = (rows: SQL, keys: SQL) => sql`
    select found.* from asked cross join lateral (${rows} where ${keys} @> array[asked.key] offset 0) found`
  return sql`
    with named as materialized (
      ${selectIdentities(sql`
        select wanted as email, account.* from ${list('emails')} wanted left join lateral (
          select id, name, user_name from ${accounts} where ${accounts.email} = wanted offset 0) account on true`)}
    ), asked (key) as materialized (
      select unnest(person_keys(name, user_name, number)) from named
      union select unnest(person_keys(null, login)) from ${list('texts')} login
      union select unnest(person_keys(wording)) from ${list('wordings')} wording
    ), meant (email) as (
      ${having(sql`select email from ${accounts}`, personKeys(accounts.name, accounts.userName))}
      union ${having(sql`select ${folded(users.email)} from ${users}`, personKeys(users.name, users.userName, users.employeeNumber))}
      union ${having(
        sql`
          select case entity_type when 'account' then (select email from ${accounts} where id = entity_id)
            else (select ${folded(users.email)} from ${users} where id = entity_id) end
          from ${auditEvents}`,
        sql`${isFormerIdentity(auditEvents.changes)} and ${personKeys(...formerIdentity(auditEvents.changes))}`,
      )}
    )
    select * from named union (${selectIdentities(sql`
      select account.* from meant cross join lateral (
        select email, id, name, user_name from ${accounts} where ${accounts.email} = meant.email offset 0) account`)})`
}

/**
 * SQL of the current and former identities of `people`: an e-mail address with identifier, name and user name of its
 * account, which are null without one. Each `offset 0` makes PostgreSQL look up one person after the other.
 */
const selectIdentities = (people: SQL): SQL => sql`
    with own (email, id, name, user_name) as (${people}),
    listed as materialized (
      select own.id as account, case when own.id is null then entry.email else own.email end as own_email, entry.*
      from own cross join lateral (
        select id, email, name, user_name, employee_number from ${users} where ${folded(users.email)} = own.email offset 0
      ) entry
    ),
    known (type, id, account, email) as (
      select 'account', id, id, email from own union all select 'user', id, account, own_email from listed
    )
    select id, email, name, user_name, null as number from own where id is not null
    union select account, own_email, name, user_name, employee_number from listed
    union select known.account, known.email, former.* from known cross join lateral (
      select ${sql.join([...formerIdentity(auditEvents.changes)], sql`, `)} from ${auditEvents}
      where ${isFormerIdentity(auditEvents.changes)} and entity_type = known.type and entity_id = known.id offset 0
    ) former`

function buildAliases(rows: readonly (KnownIdentity & Pick<Alias, 'id'>)[]): Alias[] {
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

/** Finds the identities of each person, by e-mail address, which `known` has read, with one query at most. */
export async function findIdentities(
  db: Queryable,
  emails: readonly string[],
  { aliases, identities }: KnownPeople,
): Promise<ReadonlyMap<string, Identities>> {
  const people = emails.map((email) => {
    const own = identities.get(foldPersonText(email)) ?? []
    const list = (key: 'name' | 'userName' | 'number') => listDistinctTexts(own.map((one) => one[key]))
    const [userNames, numbers] = [list('userName'), list('number')].map((texts) => texts.map(foldPersonText))
    return { email, names: list('name'), userNames: userNames ?? [], numbers: numbers ?? [] }
  })
  const lookUpTwins = await findTwins(
    db,
    people.flatMap(({ userNames }) => userNames),
    people.flatMap(({ numbers }) => numbers),
    aliases,
  )
  return new Map(
    people.map(({ email, names, userNames, numbers }) => {
      const ownWords = names.map(nameWords)
      const namesakes = aliases.filter(({ person }) => ownWords.some((name) => isSameName(name, person.words)))
      const twins = listDistinctTexts([...lookUpTwins(userNames, numbers), ...namesakes.map((one) => one.email)])
      return [email, { names, twins }]
    }),
  )
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
  const listed = await runPrepared(db, 'people by logins', { logins: [...userNames, ...employeeNumbers] }, (query) =>
    query
      .selectDistinct({
        email: sql<string>`email`,
        userName: sql<string | null>`user_name`,
        number: sql<string | null>`employee_number`,
      })
      .from(sql`unnest(${sql.placeholder('logins')}::text[]) login cross join lateral (
        select email, user_name, employee_number from ${users}
        where ${personKeys(users.name, users.userName, users.employeeNumber)} && person_keys(null, login) offset 0
      ) found`),
  )
  const [byUserName, byNumber] = (['userName', 'number'] as const).map((field) =>
    Map.groupBy([...listed, ...aliases], (one) => foldPersonText(one[field] ?? '')),
  )
  const sharing = (by: typeof byUserName, wanted: readonly string[]) =>
    wanted.flatMap((one) => listEmailsOfPerson(by?.get(one) ?? []))
  return (names, numbers) => [...sharing(byUserName, names), ...sharing(byNumber, numbers)]
}
