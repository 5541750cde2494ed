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
  if (emails.length === 0) return { names: [], twins: [], listers: [] }
  const wanted = emails.map(foldPersonText)
  const isWanted = sql`${folded(users.email)} = any(${sql.param(wanted)}::text[])`
  const [entries, signedUp] = await Promise.all([
    db
      .select({ id: users.id, name: users.name, userName: users.userName, employeeNumber: users.employeeNumber })
      .from(users)
      .where(isWanted),
    db
      .select({ id: accounts.id, name: accounts.name, userName: accounts.userName })
      .from(accounts)
      .where(inArray(accounts.email, wanted)),
  ])
  const writes = await listWrites(db, { user: entries.map(({ id }) => id), account: signedUp.map(({ id }) => id) })
  const all = [...entries, ...signedUp]
  /** What a field has ever said of these people. */
  const ever = (field: string, now: readonly unknown[]) =>
    textsOf([...now, ...writes.flatMap(({ changes }) => [changes[field]?.from, changes[field]?.to])])
  const userNames = ever(
    'user_name',
    all.map(({ userName }) => userName),
  )
  const numbers = ever(
    'employee_number',
    entries.map(({ employeeNumber }) => employeeNumber),
  )
  return {
    names: ever(
      'name',
      all.map(({ name }) => name),
    ),
    twins: await findTwins(db, userNames.map(foldPersonText), numbers.map(foldPersonText)),
    // Admins may add accounts too, so that their imports of the directory give them nothing.
    listers: textsOf(
      writes.filter(({ entity, role }) => entity === 'user' && role !== 'admin').map(({ person }) => person),
    ),
  }
}

/** Those of some addresses that are other ones of this person: by a user name, an employee number or a name of theirs. */
export async function findOtherAddresses(db: Queryable, person: Person, texts: readonly string[]): Promise<string[]> {
  const others: string[] = []
  for (const email of new Set(texts)) {
    if (!isEmailAddress(email) || isSameAddress(email, person.email)) continue
    const { names, twins } = await findIdentities(db, [email])
    const isTwin = twins.some((twin) => isSameAddress(twin, person.email))
    if (isTwin || names.some((name) => haveSameName(name, person.name ?? ''))) others.push(email)
  }
  return others
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

/**
 * The addresses of everybody who has one of these user names or one of these numbers. A number is compared with numbers
 * only: it says nothing about a person whose user name looks like it.
 */
async function findTwins(
  db: Queryable,
  userNames: readonly string[],
  employeeNumbers: readonly string[],
): Promise<string[]> {
  if (userNames.length + employeeNumbers.length === 0) return []
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
  const sharing = (field: 'userName' | 'number', wanted: readonly string[]) =>
    wanted.flatMap((one) => {
      const emails = new Set(found.filter((person) => person[field] === one).map(({ email }) => email))
      return emails.size > maxAddresses ? [] : [...emails]
    })
  return [...sharing('userName', userNames), ...sharing('number', employeeNumbers)]
}
