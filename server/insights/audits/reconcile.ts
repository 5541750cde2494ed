import { and, asc, desc, eq, gte, inArray, isNull, lt, not, or, sql } from 'drizzle-orm'
import { ReconciliationLine } from '#lib/contracts/app/audit-reconciliation.ts'
import type { Audit } from '#lib/contracts/app/audits.ts'
import {
  type Finding,
  listReconciliationLines,
  type ReconciliationSection,
  toFindings,
} from '#lib/domain/audits/reconciliation.ts'
import { formatUtc } from '#lib/time/format-time.ts'
import { writeCsv } from '#server/platform/files/csv-text.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { auditCounts } from '#server/schema/audits.ts'
import { changes } from '#server/schema/changes.ts'
import { numberKeySql } from '#server/schema/columns.ts'
import { deletedRecords, imports, recordOrigins } from '#server/schema/imports.ts'
import { reviews } from '#server/schema/reviews.ts'
import { reconcileDeployments } from './deployments.ts'
import { selectMembers, selectPopulation, toTimes } from './population.ts'
import { getAuditWithState } from './queries.ts'
import { listChangeSources } from './store-source-counts.ts'

/**
 * Shows whether the population of an audit is complete: the counts of its sources with the reasons for each difference,
 * the files and entries that brought the other changes, later changes of the population, and the deployments of the
 * period. Throws `not_found`.
 */
export async function readReconciliation(ctx: Context, id: string): Promise<ReconciliationSection[]> {
  const parts = await countByOrigin(ctx, id)
  const connectionSections = await readConnections(ctx, id)
  const importSections = await readImports(ctx, [...parts.keys()])
  const population = await readPopulation(ctx, id)
  const populationCount = population[0]?.count ?? 0
  const inPopulation = (count: number): Finding[] =>
    count === 0 ? [] : [{ kind: 'in_population', count, of: populationCount, records: [] }]
  const sources = [...connectionSections, ...importSections].map((source) => {
    const count = parts.get(source.id ?? '') ?? 0
    parts.delete(source.id ?? '')
    return { ...source, findings: [...source.findings, ...inPopulation(count)] }
  })
  const unnamedSources = inPopulation([...parts.values()].reduce((sum, count) => sum + count, 0))
  const section = { id: null, at: null, by: null }
  return [
    ...sources,
    {
      ...section,
      source: 'Entries, the API, pipelines and former sources',
      kind: 'entry' as const,
      findings: unnamedSources,
    },
    { ...section, source: 'Population', kind: 'population' as const, findings: population },
    { ...section, source: 'Deployments', kind: 'deployments' as const, findings: await reconcileDeployments(ctx, id) },
  ].filter(({ findings }) => findings.length > 0)
}

/** Formats the reconciliation as CSV. */
export async function printReconciliation(ctx: Context, id: string): Promise<string> {
  const lines = listReconciliationLines(await readReconciliation(ctx, id))
  const fields = ReconciliationLine.keyof().options
  return writeCsv([fields, ...lines.map((line) => fields.map((field) => line[field]))])
}

/**
 * Counts the changes of the population that each file and connection wrote last, by its identifier, which is empty for
 * changes of no source.
 */
async function countByOrigin({ db }: Context, id: string): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ source: string; count: number }>(sql`
    select coalesce(o.source_id, '') as source, count(*)::int as count
    from ${selectMembers(id)} m join ${changes} c on c.number = m.number
    left join lateral (select source_id from ${recordOrigins} where kind = 'change' and number = c.number
      order by read_at desc, position desc limit 1) o on true
    group by 1`)
  return new Map(rows.map(({ source, count }) => [source, count]))
}

/** Reads the newest answer of each connection; if it gave no count, also its newest count. */
async function readConnections({ db }: Context, id: string): Promise<ReconciliationSection[]> {
  const { auditId, connectionId, error, countedAt } = auditCounts
  // The newest count and the newest failure of each connection.
  const answers = await db
    .selectDistinctOn([connectionId, isNull(error)])
    .from(auditCounts)
    .where(eq(auditId, id))
    .orderBy(connectionId, isNull(error), desc(countedAt))
  const former = answers.map((answer) => ({ id: answer.connectionId, name: answer.connection }))
  const names = new Map([...former, ...(await listChangeSources(db))].map((one) => [one.id, one.name]))
  return [...names].map(([connection, source]) => {
    const ownAnswers = answers.filter((answer) => answer.connectionId === connection)
    const countedAnswer = ownAnswers.find((answer) => answer.error === null)
    const failed = ownAnswers.find((answer) => answer.error !== null)
    const gap: Finding[] = []
    if (failed && failed.countedAt > (countedAnswer?.countedAt ?? '')) {
      const reason = `${formatUtc(new Date(failed.countedAt))}: ${failed.error}`
      gap.push({ kind: 'not_answered', count: 0, reason, records: [] })
    } else if (!countedAnswer) gap.push({ kind: 'not_counted', count: 0, records: [] })
    const { countedAt: at = null, countedBy: by = null, findings = [] } = countedAnswer ?? failed ?? {}
    return { source, kind: 'connection', id: connection, at, by, findings: [...gap, ...findings] }
  })
}

/** Reads the imported files with changes of the population or with refused rows. */
async function readImports({ db }: Context, ids: readonly string[]): Promise<ReconciliationSection[]> {
  const isRun = and(eq(imports.kind, 'changes'), eq(imports.status, 'done'), eq(imports.isDryRun, false))
  const rows = await db
    .select()
    .from(imports)
    .where(and(isRun, isNull(imports.undoneAt), or(inArray(imports.id, [...ids]), sql`${imports.refused} > 0`)))
    .orderBy(asc(imports.createdAt), asc(imports.id))
  return rows.map((row) => ({
    source: row.fileName,
    kind: 'import',
    id: row.id,
    at: row.finishedAt,
    by: row.createdBy,
    findings: [
      { kind: 'rows', count: row.rows, records: [] },
      { kind: 'stored', count: row.rows - row.refused, of: row.rows, records: [] },
      ...toFindings(
        'refused',
        (row.result?.refusals ?? []).map(({ place, reason }) => ({ record: place, text: reason })),
        row.refused,
      ),
    ],
  }))
}

/** Compares the frozen population with the changes that are recorded and would belong to it now. */
async function readPopulation(ctx: Context, id: string): Promise<Finding[]> {
  const audit = await getAuditWithState(ctx, id)
  const { rows: moved } = await ctx.db.execute<{ frozen: string; number: string; is_recorded: boolean }>(sql`
    select m.frozen, m.number, c.number is not null as is_recorded from ${selectMembers(id)} m
    left join ${changes} c on c.number = m.number where c.number is null or m.frozen <> m.number order by m.frozen`)
  const late = await ctx.db
    .select({ number: changes.number })
    .from(changes)
    .leftJoin(reviews, eq(reviews.changeNumber, changes.number))
    .where(
      and(selectPopulation(ctx, audit), sql`${changes.number} not in (select m.number from ${selectMembers(id)} m)`),
    )
    .orderBy(asc(changes.number))
  const toRecords = (isRecorded: boolean) =>
    moved
      .filter((member) => member.is_recorded === isRecorded)
      .map(({ frozen: record, number }) => ({ record, text: isRecorded ? `${number} now.` : 'Unexplained.' }))
  return [
    { kind: 'population', count: audit.population_count, records: [] },
    ...(await countDeleted(ctx, audit)),
    ...toFindings('renumbered', toRecords(true)),
    ...toFindings('missing', toRecords(false)),
    ...toFindings(
      'left_out',
      late.map(({ number }) => ({ record: number, text: 'Not in the frozen population.' })),
    ),
  ]
}

/** Counts the closed changes of the period that a retention deleted. Nothing else is known of them. */
async function countDeleted(ctx: Context, audit: Audit): Promise<Finding[]> {
  const { kind, key, endedAt } = deletedRecords
  const { from, to } = toTimes(ctx, audit)
  // A write of the API may have added one again.
  const isBack = sql`exists (select from ${changes} where ${numberKeySql(changes.number)} = ${key})`
  const count = await ctx.db.$count(
    deletedRecords,
    and(eq(kind, 'change'), gte(endedAt, from), lt(endedAt, to), not(isBack)),
  )
  const reason = audit.query === null ? '' : ' Nothing says which of them matched the filter.'
  return toFindings('deleted_before', [], count).map((found) => ({ ...found, reason }))
}
