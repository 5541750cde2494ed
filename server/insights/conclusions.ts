import { hash } from 'node:crypto'
import { and, desc, eq, sql } from 'drizzle-orm'
import { conclusionActions } from '#lib/actions/policy-actions.ts'
import type { Conclusion } from '#lib/contracts/app/conclusions.ts'
import { findQuarter, wordQuarter } from '#lib/domain/metrics/metric-period.ts'
import { addConclusions, buildQuarterFigures } from '#lib/report/quarter-report.ts'
import type { Report } from '#lib/report/report.ts'
import { writeCanonicalJson } from '#lib/text/canonical-json.ts'
import { findPeopleNames } from '#server/people/names.ts'
import { assertAnotherPerson } from '#server/people/resolve-people.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { assertVersion } from '#server/platform/db/precondition.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { type Context, getActingAccount, getToday } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { conclusions } from '#server/schema/former-states.ts'
import { countFactors } from './count-factors.ts'
import { getInsights } from './get-insights.ts'

type Row = typeof conclusions.$inferSelect

const hashFigures = (figures: Report): string => hash('sha256', writeCanonicalJson(figures))

async function present(db: Queryable, rows: readonly Row[]): Promise<Conclusion[]> {
  const names = await findPeopleNames(
    db,
    rows.flatMap(({ authors, signedBy }) => [...authors, signedBy]),
  )
  return rows.map(({ quarter, edition, text, authors, writtenAt, signedBy, signedAt, version }) => {
    const writer = authors.at(-1) ?? ''
    return {
      quarter,
      edition,
      text,
      written_by: writer,
      written_by_name: names.of(writer),
      written_at: writtenAt,
      signed_by: signedBy,
      signed_by_name: names.of(signedBy),
      signed_at: signedAt,
      version,
    }
  })
}

/** Lists the latest edition of each quarter, the latest quarter first. */
export async function listConclusions({ db }: Pick<Context, 'db'>): Promise<Conclusion[]> {
  const rows = await db
    .selectDistinctOn([conclusions.quarter])
    .from(conclusions)
    .orderBy(desc(conclusions.quarter), desc(conclusions.edition))
  return present(db, rows)
}

const readEditions = (db: Queryable, quarter: string) =>
  db.select().from(conclusions).where(eq(conclusions.quarter, quarter)).orderBy(desc(conclusions.edition))

/** The figures of a quarter with what was concluded: those of the last edition, or as they are now without one. */
export async function loadQuarter(
  ctx: Context,
  quarter: string,
): Promise<{ readonly report: Report; readonly latest: Conclusion | undefined }> {
  const rows = await readEditions(ctx.db, quarter)
  const editions = await present(ctx.db, rows)
  const shown = editions.filter(({ signed_at: signed }, index) => index === 0 || signed !== null)
  const report = addConclusions(rows[0]?.figures ?? (await countQuarter(ctx, quarter)), shown)
  return { report, latest: editions[0] }
}

async function countQuarter(ctx: Context, quarter: string): Promise<Report> {
  const period = findQuarter(quarter)
  const [insights, factors, pastFactors] = await Promise.all([
    getInsights(ctx, { ...period, bucket: 'quarter' }),
    countFactors(ctx, period),
    countFactors(ctx, findQuarter(quarter, -1)),
  ])
  return buildQuarterFigures({ insights, factors, pastFactors })
}

/**
 * Writes what a manager concludes about a quarter, and stores the figures of this moment with it. After a signature it
 * is another edition. Throws `conflict` before the quarter is over, and `precondition_failed`.
 */
export async function writeConclusion(
  ctx: Context,
  quarter: string,
  text: string,
  expectedVersions?: readonly number[],
): Promise<Conclusion> {
  const { to } = findQuarter(quarter)
  if (to >= getToday(ctx))
    throw new AppError('conflict', `${wordQuarter(quarter)} ends on ${to}: conclude it after that.`)
  const { email } = getActingAccount(ctx)
  const figures = await countQuarter(ctx, quarter)
  return inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtext('conclusions'))`)
    const [latest] = await readEditions(tx.db, quarter).limit(1).for('update')
    if (latest) assertVersion(latest.version, expectedVersions)
    const draft = latest?.signedAt === null ? latest : undefined
    const row = {
      quarter,
      edition: draft?.edition ?? (latest?.edition ?? 0) + 1,
      text,
      figures,
      authors: [...(draft?.authors ?? []).filter((author) => author !== email), email],
      writtenAt: tx.now.toISOString(),
      signedBy: null,
      signedAt: null,
      version: (latest?.version ?? 0) + 1,
      origin: 'entry',
    }
    await tx.db
      .insert(conclusions)
      .values(row)
      .onConflictDoUpdate({ target: [conclusions.quarter, conclusions.edition], set: row })
    const changed = { text: { from: draft?.text ?? null, to: text } }
    const hashes = listDifferences({}, { edition: row.edition, figures_sha256: hashFigures(figures) })
    await recordEvent(tx, draft ? conclusionActions.update : conclusionActions.create, quarter, {
      ...changed,
      ...hashes,
    })
    return presentOne(tx.db, row)
  })
}

/**
 * Signs the last edition of the conclusion of a quarter. Throws `not_found`, `conflict` if it is signed, `forbidden` for
 * who wrote it, by the same or another account, and `precondition_failed`.
 */
export async function signConclusion(
  ctx: Context,
  quarter: string,
  expectedVersions?: readonly number[],
): Promise<Conclusion> {
  const { email } = getActingAccount(ctx)
  return inTransaction(ctx, async (tx) => {
    const [row] = await readEditions(tx.db, quarter).limit(1).for('update')
    if (!row) throw notFound('conclusion of the quarter', quarter)
    assertVersion(row.version, expectedVersions)
    if (row.signedAt !== null) throw new AppError('conflict', 'Another manager has signed this already.')
    await assertAnotherPerson(tx, row.authors, 'You wrote this conclusion, so another manager has to sign it.')
    const signed = { signedBy: email, signedAt: tx.now.toISOString(), version: row.version + 1 }
    await tx.db
      .update(conclusions)
      .set(signed)
      .where(and(eq(conclusions.quarter, quarter), eq(conclusions.edition, row.edition)))
    const { text, figures, edition } = row
    const proof = { edition, text_sha256: hash('sha256', text), figures_sha256: hashFigures(figures) }
    await recordEvent(tx, conclusionActions.signed, quarter, listDifferences({}, { signed_by: email, ...proof }))
    return presentOne(tx.db, { ...row, ...signed })
  })
}

async function presentOne(db: Queryable, row: Row): Promise<Conclusion> {
  const [conclusion] = await present(db, [row])
  if (!conclusion) throw new Error('The conclusion was not read.')
  return conclusion
}
