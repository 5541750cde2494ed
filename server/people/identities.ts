import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Role } from '#lib/contracts/endpoint.ts'
import { foldPersonText } from '#lib/domain/four-eyes/person-index.ts'
import { haveSameName, isEmailAddress, isSameAddress, mayMean, type Person } from '#lib/domain/four-eyes/same-person.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { accounts, auditEvents } from '#server/schema/access.ts'
import { folded, users } from '#server/schema/directory.ts'

/** What is known about people besides their addresses. */
export type Identities = {
  /** The names that they have had in accounts and directory. */
  readonly names: readonly string[]
  /** Addresses of others who have the same user name or employee number: one person may have several addresses. */
  readonly twins: readonly string[]
  /** Addresses of the accounts that wrote their entries in the directory, by hand or by an import. */
  readonly listers: readonly string[]
}

/** By what people are known, by their addresses. */
export async function findIdentities(db: Queryable, emails: readonly string[]): Promise<Identities> {
  const all = [...(await readIdentities(db, emails)).values()]
  const merged = (field: keyof Identities) => textsOf(all.flatMap((one) => one[field]))
  return { names: merged('names'), twins: merged('twins'), listers: merged('listers') }
}

/** By what each of some people is known, by the address: a bounded number of queries. */
async function readIdentities(db: Queryable, emails: readonly string[]): Promise<ReadonlyMap<string, Identities>> {
  if (emails.length === 0) return new Map()
  const wanted = emails.map(foldPersonText)
  const isWanted = sql`${folded(users.email)} = any(${sql.param(wanted)}::text[])`
  const { id, email, name, userName, employeeNumber } = users
  const [entries, signedUp] = await Promise.all([
    db.select({ id, email, name, userName, employeeNumber }).from(users).where(isWanted),
    db
      .select({ id: accounts.id, email: accounts.email, name: accounts.name, userName: accounts.userName })
      .from(accounts)
      .where(inArray(accounts.email, wanted)),
  ])
  const written = await listWrites(db, { user: entries.map((one) => one.id), account: signedUp.map((one) => one.id) })
  const writesOf = Map.groupBy(written, ({ entity, entityId }) => `${entity} ${entityId}`)
  const entriesOf = Map.groupBy(entries, (one) => foldPersonText(one.email))
  const accountsOf = Map.groupBy(signedUp, (one) => foldPersonText(one.email))
  const known = wanted.map((address) => {
    const [listed, own] = [entriesOf.get(address) ?? [], accountsOf.get(address) ?? []]
    const keys = [...listed.map((one) => `user ${one.id}`), ...own.map((one) => `account ${one.id}`)]
    const writes = keys.flatMap((key) => writesOf.get(key) ?? [])
    /** What a field has ever said of this person. */
    const ever = (field: string, now: readonly unknown[]) =>
      textsOf([...now, ...writes.flatMap(({ changes }) => [changes[field]?.from, changes[field]?.to])])
    const all = [...listed, ...own]
    return {
      names: ever(
        'name',
        all.map((one) => one.name),
      ),
      userNames: ever(
        'user_name',
        all.map((one) => one.userName),
      ).map(foldPersonText),
      numbers: ever(
        'employee_number',
        listed.map((one) => one.employeeNumber),
      ).map(foldPersonText),
      // Admins may add accounts too, so that their imports of the directory give them nothing.
      listers: textsOf(
        writes.filter(({ entity, role }) => entity === 'user' && role !== 'admin').map(({ person }) => person),
      ),
    }
  })
  const twinsOf = await findTwins(
    db,
    known.flatMap(({ userNames }) => userNames),
    known.flatMap(({ numbers }) => numbers),
  )
  return new Map(
    known.map(({ names, listers, userNames, numbers }, index) => {
      return [emails[index] ?? '', { names, listers, twins: twinsOf(userNames, numbers) }]
    }),
  )
}

/**
 * Finds those of some texts that are other addresses of a person: by a user name, an employee number or a name of theirs.
 */
export async function findOtherAddresses(
  db: Queryable,
  texts: readonly string[],
): Promise<(person: Person) => string[]> {
  const known = [...(await readIdentities(db, [...new Set(texts)].filter(isEmailAddress)))]
  return (person) =>
    known.flatMap(([email, { names, twins }]) => {
      if (isSameAddress(email, person.email)) return []
      const isTwin = twins.some((twin) => isSameAddress(twin, person.email))
      return isTwin || names.some((name) => haveSameName(name, person.name ?? '')) ? [email] : []
    })
}

/** Addresses of the people whom unknown texts meant by a name that their accounts had formerly. */
export async function findFormerNames(db: Queryable, texts: readonly string[]): Promise<string[]> {
  if (texts.length === 0) return []
  const renamed = await db
    .select({ email: accounts.email, name: sql<string>`${auditEvents.changes} #>> '{name,from}'` })
    .from(auditEvents)
    .innerJoin(accounts, eq(accounts.id, auditEvents.entityId))
    .where(
      and(
        and(eq(auditEvents.entityType, 'account'), eq(auditEvents.action, 'update')),
        isNotNull(sql`${auditEvents.changes} #>> '{name,from}'`),
      ),
    )
  return renamed.filter((person) => texts.some((text) => mayMean(text, person))).map(({ email }) => email)
}

const textsOf = (values: readonly unknown[]) => [
  ...new Set(values.filter((value) => typeof value === 'string' && value.trim() !== '') as string[]),
]

/** The writes of directory entries and accounts, with the address of the person behind each, if it is one. */
function listWrites(db: Queryable, ids: { readonly user: readonly string[]; readonly account: readonly string[] }) {
  const [issue, issuers] = [alias(auditEvents, 'issue'), alias(accounts, 'issuers')]
  return db
    .select({
      entity: auditEvents.entityType,
      entityId: auditEvents.entityId,
      changes: auditEvents.changes,
      person: sql<string | null>`coalesce(${accounts.email}, ${issuers.email})`,
      role: sql<Role | null>`coalesce(${accounts.role}, ${issuers.role})`,
    })
    .from(auditEvents)
    .leftJoin(accounts, eq(accounts.id, auditEvents.actorId))
    .leftJoin(
      issue,
      and(eq(issue.entityType, 'api_token'), eq(issue.entityId, auditEvents.actorId), eq(issue.action, 'create')),
    )
    .leftJoin(issuers, eq(issuers.id, issue.actorId))
    .where(
      or(
        and(eq(auditEvents.entityType, 'user'), inArray(auditEvents.entityId, [...ids.user])),
        and(eq(auditEvents.entityType, 'account'), inArray(auditEvents.entityId, [...ids.account])),
      ),
    )
}

/** The most addresses that one person may have; a user name or number that more have is a placeholder, such as `EXT`. */
const maxAddresses = 5

type Sharing = (userNames: readonly string[], employeeNumbers: readonly string[]) => string[]

/**
 * Finds the addresses of everybody who has one of some user names or numbers, of those that are asked for here. A number
 * is compared with numbers only: it says nothing about a person whose user name looks like it.
 */
async function findTwins(
  db: Queryable,
  userNames: readonly string[],
  employeeNumbers: readonly string[],
): Promise<Sharing> {
  if (userNames.length + employeeNumbers.length === 0) return () => []
  const [userName, number, ofAccount] = [
    folded(users.userName),
    folded(users.employeeNumber),
    folded(accounts.userName),
  ]
  const [wantedNames, wantedNumbers] = [userNames, employeeNumbers].map(
    (wanted) => sql`any(${sql.param(wanted)}::text[])`,
  )
  const [listed, signedUp] = await Promise.all([
    db
      .select({ email: users.email, userName: sql<string | null>`${userName}`, number: sql<string | null>`${number}` })
      .from(users)
      .where(or(sql`${userName} = ${wantedNames}`, sql`${number} = ${wantedNumbers}`)),
    db
      .select({ email: accounts.email, userName: sql<string | null>`${ofAccount}`, number: sql<null>`null` })
      .from(accounts)
      .where(sql`${ofAccount} = ${wantedNames}`),
  ])
  const found = [...listed, ...signedUp]
  const [byUserName, byNumber] = (['userName', 'number'] as const).map((field) =>
    Map.groupBy(found, (one) => one[field]),
  )
  const sharing = (by: typeof byUserName, wanted: readonly string[]) =>
    wanted.flatMap((one) => {
      const emails = new Set(by?.get(one)?.map(({ email }) => email))
      return emails.size > maxAddresses ? [] : [...emails]
    })
  return (names, numbers) => [...sharing(byUserName, names), ...sharing(byNumber, numbers)]
}
