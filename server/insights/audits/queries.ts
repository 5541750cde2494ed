import { and, count, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import {
  type Audit,
  type AuditChange,
  auditStates,
  type getAudit as detail,
  evidenceKinds,
} from '#lib/contracts/app/audits.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { countEvidence } from '#lib/domain/audits/evidence.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { defineList, type ListRequest, selectListPage } from '#server/platform/db/list.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { auditChanges, audits } from '#server/schema/audits.ts'
import { selectMembers } from './population.ts'
import { readEvidence } from './read-evidence.ts'

const auditList = defineList({
  table: audits,
  columns: {
    id: audits.id,
    name: audits.name,
    from: audits.from,
    to: audits.to,
    query: audits.query,
    method: audits.method,
    size: audits.size,
    seed: audits.seed,
    population_count: audits.populationCount,
    population_digest: audits.populationDigest,
    created_by: audits.createdBy,
    created_at: audits.createdAt,
    drawn_at: audits.drawnAt,
  },
  key: 'id',
  sort: '-created_at',
})

const populationList = defineList({
  table: auditChanges,
  columns: { position: auditChanges.position, number: auditChanges.number },
  key: 'number',
  sort: 'position',
})

const sampleList = defineList({
  table: auditChanges,
  columns: {
    drawn_order: sql<number>`${auditChanges.drawnOrder}`.as('drawn_order'),
    position: auditChanges.position,
    number: auditChanges.number,
    request_number: auditChanges.requestNumber,
    state: auditChanges.state,
    note: auditChanges.note,
    updated_by: auditChanges.updatedBy,
    updated_at: auditChanges.updatedAt,
  },
  key: 'number',
  sort: 'drawn_order',
  sortColumns: { drawn_order: auditChanges.drawnOrder },
})

type AuditListRequest = Pick<ListRequest, 'page' | 'limit' | 'cursor'>

/** Lists the audits, newest first. */
export async function listAudits({ db }: Context, request: AuditListRequest): Promise<Page<Audit>> {
  const page = await selectListPage(db, auditList, request)
  return { ...page, rows: await attachStates(db, page.rows) }
}

/** One audit. Throws `not_found`. */
export async function getAuditWithState({ db }: Pick<Context, 'db'>, id: string): Promise<Audit> {
  const rows = await db.select(auditList.columns).from(audits).where(eq(audits.id, id))
  const [audit] = await attachStates(db, rows)
  if (!audit) throw notFound('audit', id)
  return audit
}

/** Returns an audit, with counts of the evidence that its drawn changes have. Throws `not_found`. */
export async function getAudit(ctx: Context, id: string): Promise<ResponseOf<typeof detail>> {
  const audit = await getAuditWithState(ctx, id)
  const drawn = await ctx.db
    .select({ number: auditChanges.number })
    .from(auditChanges)
    .where(and(eq(auditChanges.auditId, id), isNotNull(auditChanges.drawnOrder)))
  const numbers = await readNumbersNow(
    ctx.db,
    id,
    drawn.map(({ number }) => number),
  )
  const evidenceNow = await readEvidence(ctx, [...numbers.values()])
  const records = [...evidenceNow.values()].map(({ evidence }) => evidence)
  return { ...audit, evidence: evidenceKinds.map((kind) => countEvidence(records, kind)) }
}

/** Lists the frozen population in its order. Throws `not_found`. */
export async function listAuditPopulation(ctx: Context, id: string, request: AuditListRequest) {
  await getAuditWithState(ctx, id)
  return selectListPage(ctx.db, populationList, { ...request, ...selectChanges(id) })
}

/** Lists the drawn changes in the order of the draw, with their current evidence. Throws `not_found`. */
export async function listAuditSample(ctx: Context, id: string, request: AuditListRequest): Promise<Page<AuditChange>> {
  await getAuditWithState(ctx, id)
  const page = await selectListPage(ctx.db, sampleList, {
    ...request,
    ...selectChanges(id, isNotNull(auditChanges.drawnOrder)),
  })
  return { ...page, rows: await loadEvidence(ctx, id, page.rows) }
}

/** Returns one drawn change. Throws `not_found`. */
export async function getAuditChange(ctx: Context, id: string, number: string): Promise<AuditChange> {
  const rows = await ctx.db
    .select(sampleList.columns)
    .from(auditChanges)
    .where(and(eq(auditChanges.auditId, id), eq(auditChanges.number, number), isNotNull(auditChanges.drawnOrder)))
  const [change] = await loadEvidence(ctx, id, rows)
  if (!change) throw notFound('drawn change', number)
  return change
}

const selectChanges = (id: string, more?: SQL) => ({
  condition: {
    key: more ? 'drawn' : 'audit',
    sql: sql`${auditChanges.auditId} = ${sql.placeholder('audit')} and ${more ?? sql`true`}`,
  },
  values: { audit: id },
})

async function attachStates(db: Queryable, rows: readonly Omit<Audit, 'drawn_count' | 'states'>[]): Promise<Audit[]> {
  if (rows.length === 0) return []
  const counts = await db
    .select({ id: auditChanges.auditId, state: auditChanges.state, count: count() })
    .from(auditChanges)
    .where(
      and(
        inArray(
          auditChanges.auditId,
          rows.map(({ id }) => id),
        ),
        isNotNull(auditChanges.drawnOrder),
      ),
    )
    .groupBy(auditChanges.auditId, auditChanges.state)
  return rows.map((row) => {
    const auditCounts = counts.filter(({ id }) => id === row.id)
    const states = Object.fromEntries(
      auditStates.map((state) => [state, auditCounts.find((one) => one.state === state)?.count ?? 0]),
    ) as Audit['states']
    return { ...row, drawn_count: auditCounts.reduce((sum, one) => sum + one.count, 0), states }
  })
}

/** Reads the current numbers of the changes in a population, by their frozen numbers. */
async function readNumbersNow(db: Queryable, id: string, frozen: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ frozen: string; number: string }>(
    sql`select m.frozen, m.number from ${selectMembers(id)} m where m.frozen = any(${sql.param([...frozen])}::text[])`,
  )
  return new Map(rows.map((row) => [row.frozen, row.number]))
}

type DrawnChange = Omit<AuditChange, 'current_number' | 'title' | 'present' | 'missing'>

async function loadEvidence(ctx: Context, id: string, rows: readonly DrawnChange[]): Promise<AuditChange[]> {
  const numbers = await readNumbersNow(
    ctx.db,
    id,
    rows.map(({ number }) => number),
  )
  const evidenceNow = await readEvidence(ctx, [...numbers.values()])
  return rows.map((row) => {
    const number = numbers.get(row.number) ?? row.number
    const { title, evidence } = evidenceNow.get(number) ?? { title: null, evidence: [] }
    const listTexts = (isPresent: boolean) =>
      evidence.filter((one) => one.isPresent === isPresent).map(({ text }) => text)
    const moved = title !== null && number !== row.number ? [`It has the number ${number} now.`] : []
    const gone = title === null ? ['The change is not recorded any more.'] : []
    return {
      ...row,
      current_number: title === null ? null : number,
      title,
      present: [...moved, ...listTexts(true)],
      missing: [...gone, ...listTexts(false)],
    }
  })
}
