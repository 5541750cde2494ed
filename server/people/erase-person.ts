import { randomBytes } from 'node:crypto'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { accountActions } from '#lib/actions/access-actions.ts'
import type { Erasure } from '#lib/contracts/app/personal-data.ts'
import { foldForSorting } from '#lib/text/fold-for-sorting.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import {
  absences,
  accountIdentities,
  accountInvitations,
  accounts,
  calendars,
  sessions,
} from '#server/schema/access.ts'
import { folded, users } from '#server/schema/directory.ts'
import { ledgerLeaves } from '#server/schema/ledger.ts'
import {
  findPersonTexts,
  hasAny,
  joined,
  listPersonTables,
  type PersonTable,
  partsOf,
  patternOf,
} from './person-rows.ts'

type NamedTable = { readonly table: PersonTable; readonly rows: number }

/** Counts the rows that `erasePerson` would change. */
export async function previewErasure({ db }: Pick<Context, 'db'>, email: string): Promise<Erasure> {
  const { texts } = await findPersonTexts(db, email)
  return { pseudonym: null, texts: [...texts], tables: countsOf(await findNamedTables(db, texts)) }
}

/**
 * Puts a pseudonym in place of a person in every table, so that counts, history and four eyes stay as they are. The leaves
 * of changed records lose their salt: they still prove that a record existed, and nobody can guess what it said.
 * Throws `conflict` while the person has an enabled account, and `not_found` when no row names them.
 */
export async function erasePerson(ctx: Context, email: string): Promise<Erasure> {
  const mark = randomBytes(6).toString('hex')
  const pseudonym = { address: `person-${mark}@erased.invalid`, name: `Person ${mark}` }
  return inTransaction(ctx.db, async (tx) => {
    const { accountIds, texts } = await findPersonTexts(tx, email)
    const named = await findNamedTables(tx, texts)
    if (named.length === 0) throw new AppError('not_found', `No record names ${email}.`)
    const tables = countsOf(named)
    await assertDisabled(tx, accountIds)
    await clearProfile(tx, email, accountIds, pseudonym)
    for (const { table } of named) {
      // A changed row moves to another part, where it names the person no more.
      for await (const part of partsOf(tx, table)) {
        await deleteSalts(tx, table, texts, part)
        await replaceIn(tx, table, texts, pseudonym, part)
      }
    }
    const erased = { erased_rows: { from: null, to: tables.reduce((sum, { rows }) => sum + rows, 0) } }
    await recordEvent({ ...ctx, db: tx }, accountActions.erased, accountIds[0] ?? pseudonym.address, erased)
    return { pseudonym: pseudonym.address, texts: [...texts], tables }
  })
}

async function findNamedTables(db: Queryable, texts: readonly string[]): Promise<readonly NamedTable[]> {
  const named: NamedTable[] = []
  for (const table of await listPersonTables(db)) {
    const rows = await countRows(db, table, texts)
    if (rows > 0) named.push({ table, rows })
  }
  return named
}

const countsOf = (named: readonly NamedTable[]) => named.map(({ table, rows }) => ({ table: table.name, rows }))

async function assertDisabled(tx: Transaction, ids: readonly string[]): Promise<void> {
  const enabled = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(inArray(accounts.id, [...ids]), eq(accounts.isDisabled, false)))
  if (enabled.length > 0) throw new AppError('conflict', 'The account is enabled: disable it first.')
}

type Pseudonym = { readonly address: string; readonly name: string }

/** Deletes what only account and directory hold about the person, such as sessions and a picture. */
async function clearProfile(tx: Transaction, email: string, ids: readonly string[], { address, name }: Pseudonym) {
  const own = [...ids]
  for (const { accountId } of [sessions, accountIdentities, accountInvitations, absences, calendars]) {
    await tx.delete(accountId.table).where(inArray(accountId, own))
  }
  await tx
    .update(accounts)
    .set({ email: address, name, userName: null, department: null, timeZone: null, passwordHash: null })
    .where(inArray(accounts.id, own))
  await tx
    .update(users)
    .set({
      email: address,
      name,
      nameKey: foldForSorting(name),
      userName: null,
      employeeNumber: null,
      bio: '',
      location: '',
      avatarUrl: null,
      isActive: false,
    })
    .where(eq(folded(users.email), email.toLowerCase()))
}

/** The identifiers of the records that have leaves, by table. */
const leafRecords: Readonly<Record<string, SQL>> = {
  audit_events: sql`id`,
  review_versions: sql`reference || '/' || number`,
}

/** Without its salt, the commitment of a leaf cannot be compared with guesses. */
async function deleteSalts(tx: Transaction, table: PersonTable, texts: readonly string[], part: SQL): Promise<void> {
  const id = leafRecords[table.name]
  if (!id) return
  const named = sql`select ${id} from ${sql.identifier(table.name)} where ${part} and ${hasAny(table, texts)}`
  await tx.update(ledgerLeaves).set({ salt: null }).where(sql`${ledgerLeaves.recordId} in (${named})`)
}

async function countRows(db: Queryable, table: PersonTable, texts: readonly string[]): Promise<number> {
  let count = 0
  for await (const part of partsOf(db, table)) {
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(table.name)} where ${part} and ${hasAny(table, texts)}`,
    )
    count += rows[0]?.count ?? 0
  }
  return count
}

/** The types of columns that hold text, which is replaced in its written form. */
const textTypes = new Set(['text', 'varchar', 'bpchar', 'json', 'jsonb', '_text'])

async function replaceIn(
  tx: Transaction,
  table: PersonTable,
  texts: readonly string[],
  pseudonym: Pseudonym,
  part: SQL,
): Promise<void> {
  const columns = table.columns.filter(({ type }) => textTypes.has(type))
  if (columns.length === 0) return
  const set = columns.map(({ name, type }) => {
    const column = sql.identifier(name)
    const replaced = texts.reduce<SQL>(
      (written, text) =>
        sql`regexp_replace(${written}, ${patternOf(text)}, ${text.includes('@') ? pseudonym.address : pseudonym.name}, 'gi')`,
      sql`(${column}::text collate "default")`,
    )
    return sql`${column} = ${replaced}::${sql.identifier(type)}`
  })
  await tx.execute(
    sql`update ${sql.identifier(table.name)} set ${joined(set)} where ${part} and ${hasAny({ ...table, columns }, texts)}`,
  )
}
