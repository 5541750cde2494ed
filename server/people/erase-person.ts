import { randomBytes } from 'node:crypto'
import { and, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { accountActions } from '#lib/actions/access-actions.ts'
import type { Erasure } from '#lib/contracts/app/leavers.ts'
import { foldPersonText } from '#lib/domain/four-eyes/person-index.ts'
import { foldForSorting } from '#lib/text/fold-for-sorting.ts'
import { deleteSalts } from '#server/history/ledger/delete-salts.ts'
import { inWatchedTransaction } from '#server/platform/audit/long-transaction.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import {
  absences,
  accountIdentities,
  accountInvitations,
  accounts,
  calendars,
  sessions,
} from '#server/schema/access.ts'
import { folded, users } from '#server/schema/directory.ts'
import { reviewParts } from '#server/schema/reviews.ts'
import { findIdentities, findMeant, readKnownPeople } from './identities.ts'
import {
  buildColumnPattern,
  containsAny,
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
    blockers: await findBlockers(db, person),
    ...(await findMentions(db, person)),
  }
}

const toReplacedTexts = ({ email, names }: PersonTexts) => ({ texts: [email, ...names] })

/**
 * Replaces a person by a pseudonym in every table, so that counts, history and four eyes stay as they are. Without
 * `inTexts` the name stays in texts, where it may be an ordinary phrase. The leaves of changed records lose their salt:
 * they still prove that a record existed, but nobody can guess its content. The change feed does not wait for the
 * transaction. Throws `conflict` while the person has an enabled account or `findBlockers` finds somebody, and
 * `not_found` when no row names them.
 */
export async function erasePerson(
  ctx: Context,
  email: string,
  { inTexts = false }: { readonly inTexts?: boolean } = {},
): Promise<Erasure> {
  const mark = randomBytes(6).toString('hex')
  const pseudonym = { email: `person-${mark}@erased.invalid`, name: `Person ${mark}` }
  return inWatchedTransaction(ctx.db, async (tx) => {
    // Former states keep figures, which an erasure does not change.
    await tx.execute(sql`set local hindsight.erases = 'true'`)
    const person = await findPersonTexts(tx, email)
    const scope = { ...person, inTexts }
    await assertDisabled(tx, person.accountIds)
    const blockers = await findBlockers(tx, person)
    if (blockers.length > 0) {
      const people = blockers.map(({ name, email, reason }) => `${name} (${email}) ${reason}`)
      throw new AppError('conflict', `Nobody was erased, because it would change others: ${people.join('; ')}.`)
    }
    const namedTables = await findNamedTables(tx, scope)
    if (namedTables.length === 0) throw new AppError('not_found', `No record names ${email}.`)
    const tables = toTableCounts(namedTables)
    await clearProfile(tx, email, person.accountIds, pseudonym)
    for (const { table } of namedTables) {
      // A changed row moves to another part of the table, where it no longer names the person.
      for await (const part of readPortions(tx, table)) {
        await deleteLeafSalts({ ...ctx, db: tx }, table, scope, part)
        await replaceTexts(tx, table, scope, pseudonym, part)
      }
    }
    const left = await findMentions(tx, person)
    const erased = { erased_rows: { from: null, to: tables.reduce((sum, { rows }) => sum + rows, 0) } }
    await recordEvent({ ...ctx, db: tx }, accountActions.erased, person.accountIds[0] ?? pseudonym.email, erased)
    return { pseudonym: pseudonym.email, ...toReplacedTexts(person), tables, blockers: [], ...left }
  })
}

/** Finds the people whom the erasure would change: who counts as the same person, or has the address in their entry. */
async function findBlockers(db: Queryable, person: PersonTexts): Promise<Erasure['blockers']> {
  const known = await readKnownPeople(db, [person.email])
  const { names = [], twins = [] } = (await findIdentities(db, [person.email], known)).get(person.email) ?? {}
  const texts = [person.email, ...names]
  const same = [...twins, ...findMeant(texts, (await readKnownPeople(db, texts)).aliases)].map(foldPersonText)
  const inUse = await db
    .select({ name: accounts.name, email: accounts.email })
    .from(accounts)
    .where(and(inArray(accounts.email, same), ne(accounts.email, person.email), eq(accounts.isDisabled, false)))
  const tables = (await listPersonTables(db)).filter(({ name }) => name in ownIds)
  const named = tables.map((table) =>
    db.execute<{ name: string; email: string }>(sql`
      select name, email from ${sql.identifier(table.name)}
      where not ${isOwn(table, person)} and ${hasAny(table, [person.email])} order by id`),
  )
  const others = (await Promise.all(named)).flatMap(({ rows }) => rows)
  return [
    ...inUse.map((one) => ({
      ...one,
      reason: 'has an account in use and counts as the same person: disable it first',
    })),
    ...others.map((one) => ({ ...one, reason: 'has the address in their own entry: correct it first' })),
  ]
}

/** The tables whose rows are people, with the field that has the identifiers of the person's own rows. */
const ownIds: Readonly<Record<string, 'accountIds' | 'userIds'>> = { accounts: 'accountIds', users: 'userIds' }

/** False for the row of another person. */
function isOwn(table: PersonTable, person: PersonTexts): SQL {
  const field = ownIds[table.name]
  return field === undefined ? sql`true` : sql`(id = any(${sql.param(person[field])}::text[]))`
}

/** True if the erasure replaces something in a row. */
function isNamed(table: PersonTable, { inTexts, ...person }: ErasureScope): SQL {
  const ofName = hasAny(inTexts ? table : pickPersonColumns(table, 'people'), person.names)
  // Drops most rows with one reading of their columns.
  const hasText = containsAny(table, [person.email, ...person.names])
  return sql`(${hasText} and ${isOwn(table, person)} and (${hasAny(table, [person.email])} or ${ofName}))`
}

const maxExamples = 3

/**
 * Counts the rows that name the person outside columns for people (`mentions`), and those in which name or address may
 * be part of another person's, and so stay in any case (`kept`), with examples from different tables.
 */
async function findMentions(db: Queryable, person: PersonTexts): Promise<Pick<Erasure, LeftKind>> {
  const texts = [person.email, ...person.names]
  const found = { mentions: { rows: 0, examples: [] }, kept: { rows: 0, examples: [] } } as Pick<Erasure, LeftKind>
  for (const table of await listPersonTables(db)) {
    const conditions = {
      mentions: sql`${isOwn(table, person)} and ${hasAny(pickPersonColumns(table, 'texts'), person.names)}`,
      kept: sql`not ${isNamed(table, { ...person, inTexts: true })}`,
    }
    const rows = await countRows(db, table, texts, conditions)
    for (const kind of ['mentions', 'kept'] as const) {
      found[kind].rows += rows[kind]
      if (rows[kind] === 0 || found[kind].examples.length >= maxExamples) continue
      const quoted = kind === 'kept' ? texts : person.names
      found[kind].examples.push(
        await findExample(db, table, sql`${containsAny(table, texts)} and ${conditions[kind]}`, quoted),
      )
    }
  }
  return found
}

type LeftKind = 'mentions' | 'kept'

/** Quotes the words around the first of the texts, from the most readable column. */
async function findExample(db: Queryable, table: PersonTable, condition: SQL, texts: readonly string[]) {
  const columns = pickPersonColumns(table, 'texts').columns.toSorted((a, b) => Number(isJson(a)) - Number(isJson(b)))
  const quotes = [...columns, ...pickPersonColumns(table, 'people').columns].flatMap((column) =>
    texts.map((text) => {
      const value = sql`${sql.identifier(column.name)}::text collate "default"`
      const place = sql`nullif(position(${text.toLowerCase()} in lower(${value})), 0) - 40`
      return sql`substring(${value} from case when ${place} < 1 then 1 else ${place} end for ${text.length + 80}::int)`
    }),
  )
  const { rows } = await db.execute<{ text: string | null }>(sql`
    select coalesce(${joinSql(quotes)}) as text from ${sql.identifier(table.name)} where ${condition} limit 1`)
  return { table: table.name, text: rows[0]?.text ?? texts[0] ?? '' }
}

const isJson = ({ type }: PersonTable['columns'][number]) => type.startsWith('json')

async function findNamedTables(db: Queryable, scope: ErasureScope): Promise<readonly NamedTable[]> {
  const namedTables: NamedTable[] = []
  for (const table of await listPersonTables(db)) {
    const { rows } = await countRows(db, table, [scope.email, ...scope.names], { rows: isNamed(table, scope) })
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
  // The parts keep the accounts that were the same person, and the names of others whom their text may mean.
  const names = sql`array(select distinct one.name from ${accounts} one
    where one.id = any(${reviewParts.accounts}) and one.id <> all(${sql.param(accountIds)}::text[])) || ${pseudonym.name}::text`
  await tx
    .update(reviewParts)
    .set({ names })
    .where(
      or(
        sql`${reviewParts.accounts} && ${sql.param(accountIds)}::text[]`,
        eq(folded(reviewParts.person), email.toLowerCase()),
      ),
    )
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

async function deleteLeafSalts(ctx: TxContext, table: PersonTable, scope: ErasureScope, part: SQL): Promise<void> {
  const id = leafRecords[table.name]
  if (!id) return
  const condition = isNamed(table, scope)
  await deleteSalts(ctx, sql`select ${id} from ${sql.identifier(table.name)} where ${part} and ${condition}`)
}

/** Counts the rows with one of the texts for each condition, all in one reading of the table. */
async function countRows<Kind extends string>(
  db: Queryable,
  table: PersonTable,
  texts: readonly string[],
  conditions: Record<Kind, SQL>,
) {
  const kinds = Object.keys(conditions) as Kind[]
  const counts = joinSql(
    kinds.map((kind) => sql`count(*) filter (where ${conditions[kind]})::int as ${sql.identifier(kind)}`),
  )
  const total = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>
  for await (const part of readPortions(db, table)) {
    const { rows } = await db.execute<Record<Kind, number>>(
      sql`select ${counts} from ${sql.identifier(table.name)} where ${part} and ${containsAny(table, texts)}`,
    )
    for (const kind of kinds) total[kind] += rows[0]?.[kind] ?? 0
  }
  return total
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
        sql`regexp_replace(${text}, ${buildColumnPattern(table, column, value)}, ${value.includes('@') ? pseudonym.email : pseudonym.name}, 'g')`,
      sql`(${sql.identifier(column.name)}::text collate "default")`,
    )
    return sql`${sql.identifier(column.name)} = ${replaced}::${sql.identifier(column.type)}`
  })
  const condition = isNamed(textTable, scope)
  await tx.execute(sql`update ${sql.identifier(table.name)} set ${joinSql(set)} where ${part} and ${condition}`)
}
