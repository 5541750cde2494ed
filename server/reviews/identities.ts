import { and, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Role } from '#lib/contracts/endpoint.ts'
import { mayName } from '#lib/domain/four-eyes.ts'
import { foldPersonText } from '#lib/domain/person-index.ts'
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
      .select({ id: users.id, name: users.name, login: users.userName, number: users.employeeNumber })
      .from(users)
      .where(isWanted),
    db
      .select({ id: accounts.id, name: accounts.name, login: accounts.userName })
      .from(accounts)
      .where(inArray(accounts.email, wanted)),
  ])
  const writes = await listWrites(db, { user: entries.map(({ id }) => id), account: signedUp.map(({ id }) => id) })
  const former = (...fields: readonly string[]) =>
    writes.flatMap(({ changes }) => fields.flatMap((field) => [changes[field]?.from, changes[field]?.to]))
  const names = [...entries, ...signedUp].map(({ name }) => name)
  const logins = [...entries.flatMap(({ login, number }) => [login, number]), ...signedUp.map(({ login }) => login)]
  return {
    names: textsOf([...names, ...former('name')]),
    twins: await findTwins(db, textsOf([...logins, ...former('user_name', 'employee_number')]).map(foldPersonText)),
    // Admins may add accounts too, so that their imports of the directory give them nothing.
    listers: textsOf(
      writes.filter(({ entity, role }) => entity === 'user' && role !== 'admin').map(({ person }) => person),
    ),
  }
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
  return renamed.filter((person) => texts.some((text) => mayName(text, person))).map(({ email }) => email)
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

async function findTwins(db: Queryable, logins: readonly string[]): Promise<string[]> {
  if (logins.length === 0) return []
  const [login, number, ofAccount] = [folded(users.userName), folded(users.employeeNumber), folded(accounts.userName)]
  const isOne = (key: SQL) => sql`${key} = any(${sql.param(logins)}::text[])`
  const [listed, signedUp] = await Promise.all([
    db
      .select({ email: users.email, keys: sql<(string | null)[]>`array[${login}, ${number}]` })
      .from(users)
      .where(or(isOne(login), isOne(number))),
    db
      .select({ email: accounts.email, key: sql<string | null>`${ofAccount}` })
      .from(accounts)
      .where(isOne(ofAccount)),
  ])
  const found = [...listed, ...signedUp.map(({ email, key }) => ({ email, keys: [key] }))]
  return logins.flatMap((one) => {
    const emails = new Set(found.flatMap(({ email, keys }) => (keys.includes(one) ? [email] : [])))
    return emails.size > maxAddresses ? [] : [...emails]
  })
}
