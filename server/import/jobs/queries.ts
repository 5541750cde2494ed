import { and, eq, getTableColumns, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { listImports as contract } from '#lib/contracts/app/imports.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import { ImportEntry, type ImportRecord, type ImportResult } from '#lib/contracts/import-records.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { defineList, selectListPage } from '#server/platform/db/list.ts'
import { toRecord } from '#server/platform/db/record-columns.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Actor, ActorName, Context } from '#server/platform/runtime/context.ts'
import { isReviewable } from '#server/policy/policy-input.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { imports } from '#server/schema/imports.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'

const importList = defineList({ table: imports, columns: getTableColumns(imports), key: 'id', sort: '-createdAt' })

/** Lists imports, newest first; imports of accounts only for an admin. */
export async function listImports(ctx: Context, query: QueryOf<typeof contract>): Promise<Page<ImportEntry>> {
  const { kind, status, ...request } = query
  const seesAccounts = mayImportAccounts(ctx.actor)
  const sql = and(
    kind && eq(imports.kind, kind),
    status && eq(imports.status, status),
    seesAccounts ? undefined : ne(imports.kind, 'accounts'),
  )
  const condition = sql && { key: JSON.stringify([kind, status, seesAccounts]), sql }
  const page = await selectListPage(ctx.db, importList, { ...request, condition })
  return { ...page, rows: page.rows.map(presentEntry) }
}

/** Returns an import; with `kinds`, only one of these. Throws `not_found`. */
export async function getImport(ctx: Context, id: string, kinds?: readonly ImportKind[]): Promise<ImportRecord> {
  const row = await getImportRow(ctx, id, kinds)
  return presentImport(row, await countDecisions(ctx, row))
}

/** Counts the decisions of the policy on the changes that an import wrote; null if there can be none. */
async function countDecisions({ db }: Context, row: ImportRow): Promise<ImportRecord['decisions']> {
  if (row.kind !== 'changes' || row.status !== 'done' || row.isDryRun || row.startedAt === null) return null
  const writtenKeys = db
    .selectDistinct({ number: auditEvents.entityId })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.requestId, row.id),
        eq(auditEvents.actorKind, 'import'),
        eq(auditEvents.entityType, 'change'),
        inArray(auditEvents.action, ['create', 'update']),
      ),
    )
    .as('written')
  const countWhere = (condition: SQL | undefined) => sql<number>`(count(*) filter (where ${condition}))::int`
  const isUndecided = and(isReviewable, isNull(policyDecisions.changeNumber))
  const [counted] = await db
    .select({
      opened: countWhere(sql`${reviews.origin} = 'policy' and ${reviews.createdAt} >= ${row.startedAt}`),
      not_required: countWhere(
        sql`${changes.state} = 'closed' and not ${changes.pirCompleted} and ${reviews.reference} is null
          and not (${isUndecided})`,
      ),
      undecided: countWhere(isUndecided),
    })
    .from(writtenKeys)
    .innerJoin(changes, eq(changes.number, writtenKeys.number))
    .leftJoin(reviews, eq(reviews.changeNumber, changes.number))
    .leftJoin(policyDecisions, eq(policyDecisions.changeNumber, changes.number))
  return counted ?? null
}

const mayImportAccounts = (actor: Actor): boolean =>
  actor.kind === 'system' || (actor.kind === 'account' && actor.role === 'admin')

export function assertMayImport({ actor }: Context, kind: ImportKind): void {
  if (kind === 'accounts' && !mayImportAccounts(actor))
    throw new AppError('forbidden', 'Only an admin imports accounts.')
}

/** Returns an import, only of these kinds. Throws `not_found`, and `forbidden` for accounts unless for an admin. */
export async function getImportRow(ctx: Context, id: string, kinds?: readonly ImportKind[]): Promise<ImportRow> {
  const isOfKind = kinds && inArray(imports.kind, [...kinds])
  const [row] = await ctx.db
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), isOfKind))
  if (!row) throw notFound('import', id)
  assertMayImport(ctx, row.kind)
  return row
}

/** Returns an import as `getImportRow` does, and locks it until the transaction ends. */
export async function lockImport(ctx: Context, id: string): Promise<ImportRow> {
  await ctx.db.select({ id: imports.id }).from(imports).where(eq(imports.id, id)).for('update')
  return getImportRow(ctx, id)
}

/** Finds who shares turns and space with others: the account that issued a token, or the actor itself. */
export async function findCaller({ db }: Pick<Context, 'db'>, { kind, id }: ActorName): Promise<string> {
  if (kind !== 'token') return id
  const issued = [
    eq(auditEvents.entityType, 'api_token'),
    eq(auditEvents.entityId, id),
    eq(auditEvents.action, 'create'),
    eq(auditEvents.actorKind, 'account'),
  ]
  const [issue] = await db
    .select({ account: auditEvents.actorId })
    .from(auditEvents)
    .where(and(...issued))
  return issue?.account ?? id
}

export type ImportRow = typeof imports.$inferSelect

/** The result of an import that changed nothing. */
export const noResult: ImportResult = {
  inserted: 0,
  updated: 0,
  unchanged: 0,
  superseded: 0,
  kept: 0,
  stubs: 0,
  format: null,
  encoding: null,
  fields: [],
  unused_columns: [],
  remarks: [],
  refusals: [],
}

const countNames = {
  inserted: true,
  updated: true,
  unchanged: true,
  superseded: true,
  kept: true,
  stubs: true,
} as const
const entryFields = ImportEntry.omit({ dry_run: true, ...countNames }).keyof().options

function presentEntry(row: ImportRow): ImportEntry {
  const { inserted, updated, unchanged, superseded, kept, stubs } = row.result ?? noResult
  const counts = { inserted, updated, unchanged, superseded, kept, stubs }
  return { ...toRecord(imports, row, entryFields), dry_run: row.isDryRun, ...counts }
}

export function presentImport(row: ImportRow, decisions: ImportRecord['decisions'] = null): ImportRecord {
  const { format, encoding, fields, unused_columns, remarks, refusals } = row.result ?? noResult
  return {
    ...presentEntry(row),
    options: row.options,
    progress: row.progress,
    format,
    encoding,
    fields,
    unused_columns,
    remarks,
    decisions,
    refusals,
  }
}

/** Builds the condition that this attempt may still end the import: no other process has taken it over. */
export const isOfAttempt = ({ id, attempts }: Pick<ImportRow, 'id' | 'attempts'>) =>
  and(eq(imports.id, id), eq(imports.status, 'running'), eq(imports.attempts, attempts))
