import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { listImports as contract } from '#lib/contracts/app/imports.ts'
import type { QueryOf } from '#lib/contracts/endpoint.ts'
import type { ImportEntry, ImportRecord } from '#lib/contracts/import-records.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { defineList, selectListPage } from '#server/platform/db/list.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { isReviewable } from '#server/policy/policy-input.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { imports } from '#server/schema/imports.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { getImportRow, mayImportAccounts } from './find-import.ts'
import { type ImportRow, presentEntry, presentImport } from './present-import.ts'

const columns = {
  id: imports.id,
  kind: imports.kind,
  source: imports.source,
  fileName: imports.fileName,
  size: imports.size,
  status: imports.status,
  isDryRun: imports.isDryRun,
  rows: imports.rows,
  refused: imports.refused,
  result: imports.result,
  error: imports.error,
  createdBy: imports.createdBy,
  createdAt: imports.createdAt,
  startedAt: imports.startedAt,
  finishedAt: imports.finishedAt,
  undoneAt: imports.undoneAt,
  undoneBy: imports.undoneBy,
}

const importList = defineList({ table: imports, columns, key: 'id', sort: '-createdAt' })

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
