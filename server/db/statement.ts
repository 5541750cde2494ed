import { hash } from 'node:crypto'
import { Column, is, Param, Placeholder, type Query, SQL } from 'drizzle-orm'
import type { SelectedFields } from 'drizzle-orm/pg-core'
import { LRUCache } from 'lru-cache'
import pg, { Pool, type PoolClient } from 'pg'
import { processWide } from '#server/process-wide.ts'
import type { Asked } from './ask.ts'
import { type Database, isThroughPooler, type Queryable, type Transaction } from './client.ts'
import { queryAlone, queryPipelined } from './pipeline.ts'
import { writeTogether } from './write-together.ts'

/** What tells the SQL of a query from any other, and the values of its placeholders, by their names. */
export type Shape = { readonly key: string; readonly values: Readonly<Record<string, unknown>> }

/** A query of drizzle with placeholders, and the fields of its rows in their order, none within another. */
export type Built = {
  readonly query: { toSQL(): Query }
  readonly fields: SelectedFields
}

/** The same where each row begins with the same fields of the answer as a whole. */
export type BuiltPage = Built & { readonly head: readonly string[] }

/** A page of rows, and what the database told with them. */
export type ReadPage<Row> = { readonly head: Readonly<Record<string, unknown>>; readonly rows: Row[] }

type Read = (value: unknown) => unknown
/** Gives a parameter of the SQL, by the values of a shape. */
type Give = (values: Shape['values']) => unknown
type Fields = readonly (readonly [string, Read | null])[]
type Statement = {
  readonly text: string
  readonly params: readonly Give[]
  /** Fields that each row begins with and that belong to none. */
  readonly head: Fields
  readonly fields: Fields
  readonly name: string
  /** Whether it neither writes nor locks: what does may wait for a transaction, which must not wait for it in turn. */
  readonly isRead: boolean
  uses: number
  /** How long it took lately; NaN before the first time. */
  milliseconds: number
}

/** Milliseconds below which a statement may share a connection with others, which wait for its answer then. */
const quick = 100
/** Shapes whose SQL is remembered. */
const remembered = 1000
/** Shapes that PostgreSQL is asked to keep prepared: each of its sessions keeps them as long as it lives. */
const preparedAtMost = 300

const state = () =>
  processWide('statements', () => ({ known: new LRUCache<string, Statement>({ max: remembered }), prepared: 0 }))

/**
 * The rows of a query whose SQL is built once for its shape, and which PostgreSQL keeps prepared from the second time
 * on. To build SQL and to read rows, drizzle takes longer than the database does.
 */
export async function runShaped<Row>(db: Queryable, shape: Shape, build: () => Built): Promise<Row[]> {
  const statement = statementOf(shape.key, build)
  const rows = await run(db, statement, shape)
  return rows.map((row) => readRow(statement.fields, row) as Row)
}

/** The same for a query that gives a page: the fields of its head once. A row of nothing but a head stands for none. */
export async function runShapedPage<Row>(db: Queryable, shape: Shape, build: () => BuiltPage): Promise<ReadPage<Row>> {
  const statement = statementOf(shape.key, build)
  const rows = await run(db, statement, shape)
  const [first = []] = rows
  const { head, fields } = statement
  const isEmpty = rows.length === 1 && first.every((value, index) => value === null || index < head.length)
  return {
    head: readRow(head, first),
    rows: isEmpty ? [] : rows.map((row) => readRow(fields, row, head.length) as Row),
  }
}

async function run(db: Queryable, statement: Statement, { values }: Shape): Promise<unknown[][]> {
  const given = statement.params.map((give) => give(values))
  const asked = { ...nameOf(statement), text: statement.text, values: given, rowMode, types } as const
  const { rows } = await ('$client' in db ? runTimed(db.$client, statement, asked) : transactionOf(db).query(asked))
  return rows as unknown[][]
}

/** What the queries of a transaction go through, which drizzle does not show. */
const transactionOf = (tx: Transaction) => (tx as unknown as { session: { client: PoolClient } }).session.client

/** Runs a statement that is a transaction by itself, and learns how long such a one takes. */
async function runTimed(client: Database['$client'], statement: Statement, asked: Asked) {
  if (!(client instanceof Pool)) return client.query<unknown[]>(asked)
  if (!statement.isRead) return writeTogether(client, asked)
  const query = statement.milliseconds < quick ? queryPipelined : queryAlone
  const started = performance.now()
  try {
    const { result, milliseconds } = await query(client, asked)
    learn(statement, milliseconds)
    return result
  } catch (error) {
    // One that took all its time is not to be what the next ones wait behind.
    learn(statement, performance.now() - started)
    throw error
  }
}

/** Counts one more time; the weight of those before halves with every five. */
function learn(statement: Statement, milliseconds: number): void {
  const { milliseconds: before } = statement
  statement.milliseconds = Number.isNaN(before) ? milliseconds : before + (milliseconds - before) / 8
}

function statementOf(key: string, build: () => Built | BuiltPage): Statement {
  const { known } = state()
  const found = known.get(key)
  if (found !== undefined) return found
  const built = build()
  const { sql: text, params } = built.query.toSQL()
  const fields = Object.entries(built.fields).map(([field, it]) => [field, readOf(it)] as const)
  const heads = 'head' in built ? built.head.length : 0
  const name = `shape-${hash('sha1', text, 'base64url')}`
  const statement = {
    text,
    params: params.map(giveOf),
    name,
    isRead: !/\b(insert|update|delete|share)\b/i.test(text),
    uses: 0,
    milliseconds: Number.NaN,
    head: fields.slice(0, heads),
    fields: fields.slice(heads),
  }
  known.set(key, statement)
  return statement
}

/** The name under which a session keeps a prepared statement: from its second use on, while there are not too many. */
function nameOf(statement: Statement): { name?: string } {
  if (isThroughPooler()) return {}
  statement.uses += 1
  if (statement.uses === 2 && state().prepared < preparedAtMost) state().prepared += 1
  else if (statement.uses === 2) statement.uses = Number.NEGATIVE_INFINITY
  return statement.uses > 1 ? { name: statement.name } : {}
}

/** How drizzle fills a parameter; what each is made of is found out once. */
function giveOf(param: unknown): Give {
  if (is(param, Placeholder)) return (values) => given(values, param.name)
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param
  const { encoder, value } = param
  return (values) => encoder.mapToDriverValue(given(values, value.name))
}

function given(values: Shape['values'], name: string): unknown {
  if (!(name in values)) throw new Error(`There is no value for the placeholder ${name}.`)
  return values[name]
}

/** How drizzle reads a field of what the driver gives; null where it takes the value as it is. */
function readOf(field: unknown): Read | null {
  if (is(field, Column)) {
    const isAsGiven = field.mapFromDriverValue === Column.prototype.mapFromDriverValue
    return isAsGiven ? null : (value) => field.mapFromDriverValue(value)
  }
  const { decoder } = (is(field, SQL.Aliased) ? field.sql : field) as unknown as {
    decoder: { mapFromDriverValue: Read }
  }
  return (value) => decoder.mapFromDriverValue(value)
}

/** The fields of a row whose values begin at `from`. */
function readRow(fields: Fields, values: readonly unknown[], from = 0): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < fields.length; index += 1) {
    const [name, read] = fields[index] as (typeof fields)[number]
    const value = values[from + index]
    row[name] = read === null || value === null ? value : read(value)
  }
  return row
}

const rowMode = 'array'
const { TIMESTAMPTZ, TIMESTAMP, DATE, INT8 } = pg.types.builtins
const asText = new Set<number>([TIMESTAMPTZ, TIMESTAMP, DATE, INT8])
/** Moments, dates and long numbers as text, which is what drizzle's columns read. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    asText.has(oid) ? (value: string) => value : pg.types.getTypeParser(oid, format as 'text'),
}
