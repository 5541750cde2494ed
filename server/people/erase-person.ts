import { randomBytes } from 'node:crypto'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { accountActions } from '#lib/actions/access-actions.ts'
import type { Erasure } from '#lib/contracts/app/leavers.ts'
import { foldForSorting } from '#lib/text/fold-for-sorting.ts'
import { deleteSalts } from '#server/history/ledger/delete-salts.ts'
import { inWatchedTransaction } from '#server/platform/audit/long-transaction.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
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
import {
  buildPattern,
  findPersonTexts,
  hasAny,
  joinSql,
  listPersonTables,
  type PersonTable,
  type PersonTexts,
  pickPersonColumns,
  readPortions,
} from './person-rows.ts'

type NamedTable = { readonly table: PersonTable; readonly rows: number }

/** The e-mail is replaced everywhere; names in columns that name people or, with `inTexts`, in all texts. */
type ErasureScope = PersonTexts & { readonly inTexts: boolean }

/** Counts the rows that `erasePerson` would change, and the texts in which it would leave the name, with examples. */
export async function previewErasure({ db }: Pick<Context, 'db'>, email: string): Promise<Erasure> {
  const person = await findPersonTexts(db, email)
  const namedTables = await findNamedTables(db, { ...person, inTexts: false })
  return {
    pseudonym: null,
    ...toReplacedTexts(person),
    tables: toTableCounts(namedTables),
    mentions: await findMentions(db, person),
  }
}

const toReplacedTexts = ({ email, names }: PersonTexts) => ({ texts: [email, ...names] })

/**
 * Replaces a person by a pseudonym in every table, so that counts, history and four eyes stay as they are. Without
 * `inTexts` the name stays in texts, where it may be an ordinary phrase. The leaves of changed records lose their salt:
 * they still prove that a record existed, but nobody can guess its content. The change feed does not wait for the
 * transaction. Throws `conflict` while the person has an enabled account, and `not_found` when no row names them.
 */
export async function erasePerson(
  ctx: Context,
  email: string,
  { inTexts = false }: { readonly inTexts?: boolean } = {},
): Promise<Erasure> {
  const mark = randomBytes(6).toString('hex')
  const pseudonym = { email: `person-${mark}@erased.invalid`, name: `Person ${mark}` }
  return inWatchedTransaction(ctx.db, async (tx) => {
    const person = await findPersonTexts(tx, email)
    const scope = { ...person, inTexts }
    const namedTables = await findNamedTables(tx, scope)
    if (namedTables.length === 0) throw new AppError('not_found', `No record names ${email}.`)
    const tables = toTableCounts(namedTables)
    await assertDisabled(tx, person.accountIds)
    await clearProfile(tx, email, person.accountIds, pseudonym)
    for (const { table } of namedTables) {
      // A changed row moves to another part of the table, where it no longer names the person.
      for await (const part of readPortions(tx, table)) {
        await deleteLeafSalts(tx, table, scope, part)
        await replaceTexts(tx, table, scope, pseudonym, part)
      }
    }
    const mentions = await findMentions(tx, person)
    const erased = { erased_rows: { from: null, to: tables.reduce((sum, { rows }) => sum + rows, 0) } }
    await recordEvent({ ...ctx, db: tx }, accountActions.erased, person.accountIds[0] ?? pseudonym.email, erased)
    return { pseudonym: pseudonym.email, ...toReplacedTexts(person), tables, mentions }
  })
}

/** True if the erasure replaces something in a row. */
function isNamed(table: PersonTable, { email, names, inTexts }: ErasureScope): SQL {
  const ofName = hasAny(inTexts ? table : pickPersonColumns(table, 'people'), names)
  return sql`(${hasAny(table, [email])} or ${ofName})`
}

const maxExamples = 3

/** Counts the rows that name the person outside columns for people, with examples from different tables. */
async function findMentions(db: Queryable, { names }: PersonTexts): Promise<Erasure['mentions']> {
  const mentions: Erasure['mentions'] = { rows: 0, examples: [] }
  const [name] = names
  if (name === undefined) return mentions
  for (const table of await listPersonTables(db)) {
    const texts = pickPersonColumns(table, 'texts')
    const isMention = hasAny(texts, names)
    const rows = await countRows(db, table, isMention)
    if (rows === 0) continue
    mentions.rows += rows
    if (mentions.examples.length < maxExamples) mentions.examples.push(await findExample(db, texts, isMention, name))
  }
  return mentions
}

/** Quotes the words around the name, from the most readable column. */
async function findExample(db: Queryable, table: PersonTable, isMention: SQL, name: string) {
  const around = `\\m.{0,40}${buildPattern(name)}.{0,40}`
  const columns = table.columns.toSorted((a, b) => Number(isJson(a)) - Number(isJson(b)))
  const texts = columns.map((column) => {
    const text = sql`${sql.identifier(column.name)}::text collate "default"`
    return sql`regexp_substr(${text}, ${around}, 1, 1, 'i')`
  })
  const { rows } = await db.execute<{ text: string | null }>(sql`
    select coalesce(${joinSql(texts)}) as text from ${sql.identifier(table.name)} where ${isMention} limit 1`)
  return { table: table.name, text: rows[0]?.text ?? name }
}

const isJson = ({ type }: PersonTable['columns'][number]) => type.startsWith('json')

async function findNamedTables(db: Queryable, scope: ErasureScope): Promise<readonly NamedTable[]> {
  const namedTables: NamedTable[] = []
  for (const table of await listPersonTables(db)) {
    const rows = await countRows(db, table, isNamed(table, scope))
    if (rows > 0) namedTables.push({ table, rows })
  }
  return namedTables
}

const toTableCounts = (named: readonly NamedTable[]) => named.map(({ table, rows }) => ({ table: table.name, rows }))

async function assertDisabled(tx: Transaction, ids: readonly string[]): Promise<void> {
  const enabled = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(inArray(accounts.id, [...ids]), eq(accounts.isDisabled, false)))
  if (enabled.length > 0) throw new AppError('conflict', 'The account is enabled: disable it first.')
}

type Pseudonym = { readonly email: string; readonly name: string }

/** Deletes data of the person that only account and directory hold, such as sessions and a picture. */
async function clearProfile(tx: Transaction, email: string, ids: readonly string[], pseudonym: Pseudonym) {
  const accountIds = [...ids]
  for (const { accountId } of [sessions, accountIdentities, accountInvitations, absences, calendars]) {
    await tx.delete(accountId.table).where(inArray(accountId, accountIds))
  }
  await tx
    .update(accounts)
    .set({ ...pseudonym, userName: null, department: null, timeZone: null, passwordHash: null })
    .where(inArray(accounts.id, accountIds))
  await tx
    .update(users)
    .set({
      ...pseudonym,
      nameKey: foldForSorting(pseudonym.name),
      userName: null,
      employeeNumber: null,
      bio: '',
      location: '',
      avatarUrl: null,
      isActive: false,
    })
    .where(eq(folded(users.email), email.toLowerCase()))
}

/** SQL of the identifiers of records that have leaves, by table. */
const leafRecords: Readonly<Record<string, SQL>> = {
  audit_events: sql`id`,
  review_versions: sql`reference || '/' || number`,
}

async function deleteLeafSalts(tx: Transaction, table: PersonTable, scope: ErasureScope, part: SQL): Promise<void> {
  const id = leafRecords[table.name]
  if (!id) return
  const condition = isNamed(table, scope)
  await deleteSalts(tx, sql`select ${id} from ${sql.identifier(table.name)} where ${part} and ${condition}`)
}

async function countRows(db: Queryable, table: PersonTable, condition: SQL): Promise<number> {
  let count = 0
  for await (const part of readPortions(db, table)) {
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(table.name)} where ${part} and ${condition}`,
    )
    count += rows[0]?.count ?? 0
  }
  return count
}

/** Types of columns with text, which is replaced in its written form. */
const textTypes = new Set(['text', 'varchar', 'bpchar', 'json', 'jsonb', '_text'])

async function replaceTexts(tx: Transaction, table: PersonTable, scope: ErasureScope, pseudonym: Pseudonym, part: SQL) {
  const textTable = { ...table, columns: table.columns.filter(({ type }) => textTypes.has(type)) }
  if (textTable.columns.length === 0) return
  const people = new Set(pickPersonColumns(textTable, 'people').columns)
  const set = textTable.columns.map((column) => {
    const texts = scope.inTexts || people.has(column) ? [scope.email, ...scope.names] : [scope.email]
    const replaced = texts.reduce<SQL>(
      (text, value) =>
        sql`regexp_replace(${text}, ${buildPattern(value)}, ${value.includes('@') ? pseudonym.email : pseudonym.name}, 'gi')`,
      sql`(${sql.identifier(column.name)}::text collate "default")`,
    )
    return sql`${sql.identifier(column.name)} = ${replaced}::${sql.identifier(column.type)}`
  })
  const condition = isNamed(textTable, scope)
  await tx.execute(sql`update ${sql.identifier(table.name)} set ${joinSql(set)} where ${part} and ${condition}`)
}
