import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/db/client.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { articles } from '#server/schema/articles.ts'
import { changes } from '#server/schema/changes.ts'
import { improvements } from '#server/schema/improvements.ts'
import { counters, reviews } from '#server/schema/reviews.ts'
import { recordParts } from './parts.ts'
import type { ReviewRow } from './queries.ts'

/**
 * Format of our references. A review gets the reference of this format that its change names, unless another review has
 * it.
 */
const ownForm = /^PIR-\d{4}-\d{4,}$/

/**
 * Stores a new review under the reference that its change names, or the next free one of the year of its creation. The
 * change must be locked and have no review.
 */
export async function insertReview(
  tx: Transaction,
  named: string | null,
  values: Omit<typeof reviews.$inferInsert, 'reference'>,
): Promise<ReviewRow> {
  const insert = async (reference: string) => {
    const rows = await tx
      .insert(reviews)
      .values({ reference, ...values })
      .onConflictDoNothing()
      .returning()
    return rows[0]
  }
  const stored = named !== null && ownForm.test(named) ? await insert(named) : undefined
  const row = stored ?? (await insert(await assignReference(tx, Number(values.createdAt.slice(0, 4)))))
  if (!row) throw new Error('The review was not stored.')
  return row
}

/** Opens the review of a locked change that has none, and records its implementer and its reviewer. */
export async function openReview(
  ctx: TxContext,
  change: { readonly number: string; readonly assigned_to: string | null; readonly pir_reference: string | null },
  values: Omit<typeof reviews.$inferInsert, 'reference' | 'changeNumber'>,
): Promise<ReviewRow> {
  const { number: changeNumber, assigned_to: implementer } = change
  const row = await insertReview(ctx.db, change.pir_reference, { changeNumber, ...values })
  await recordParts(ctx, [
    implementer === null ? null : { changeNumber, kind: 'implemented', person: implementer },
    row.reviewer === null ? null : { changeNumber, kind: 'reviewed', person: row.reviewer },
  ])
  return row
}

/** Number of used references that one query can skip. */
const batchSize = 10_000

/**
 * Assigns the next free reference of a year, such as PIR-2026-0042: of at least four digits, used by no review and by
 * no imported change, action or article. The row of the counter stays locked until the transaction ends, so that
 * concurrent reviews get different references and a rollback leaves no gap.
 */
async function assignReference(tx: Transaction, year: number): Promise<string> {
  const series = `PIR-${year}`
  // The next number is nearly always free, and one number is looked up by index.
  for (let size = 1; ; size = batchSize) {
    const [counter] = await tx
      .insert(counters)
      .values({ series, last: 1 })
      .onConflictDoUpdate({ target: counters.series, set: { last: sql`${counters.last} + 1` } })
      .returning({ next: counters.last })
    const next = counter?.next ?? 1
    const free = await findFreeNumber(tx, series, next, size)
    if (free !== next) {
      await tx
        .update(counters)
        .set({ last: free ?? next + size - 1 })
        .where(eq(counters.series, series))
    }
    if (free !== null) return `${series}-${String(free).padStart(4, '0')}`
  }
}

async function findFreeNumber(tx: Transaction, series: string, from: number, size: number): Promise<number | null> {
  const reference = sql`(${`${series}-`}::text || lpad(n::text, greatest(4, length(n::text)), '0')) collate "C"`
  const { rows } = await tx.execute<{ n: number }>(sql`
    select n from generate_series(${from}::int, ${from + size - 1}::int) as n
    where not exists (select from ${reviews} where ${reviews.reference} = ${reference})
      and not exists (select from ${changes} where ${changes.pirReference} = ${reference})
      and not exists (select from ${improvements} where ${improvements.sourceRef} = ${reference})
      and not exists (select from ${articles} where ${articles.sourcePir} = ${reference})
    order by n limit 1`)
  return rows[0]?.n ?? null
}
