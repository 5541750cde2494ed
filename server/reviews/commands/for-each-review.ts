import { eq, inArray, or } from 'drizzle-orm'
import type { BulkResult } from '#lib/contracts/app/review-bulk.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { transact } from '#server/platform/db/transaction.ts'
import { isAppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log/log.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'
import { reviews } from '#server/schema/reviews.ts'

/** A review and the text by which a bulk request names it. */
export type NamedReview = { readonly item: string; readonly reference: string; readonly change: string }

type ResultOf<Token extends string> = Omit<BulkResult, 'result'> & { result: Token | 'refused' }
type Done<Token extends string> = { readonly result: Token; readonly text: string }

/**
 * Applies `work` to each review of a list, named by reference or by the number of its change, and returns the results.
 * Each review has its own transaction: one that is rejected or fails stays unchanged and does not stop the others.
 */
export async function forEachReview<Token extends string>(
  ctx: Context,
  items: readonly string[],
  work: (txCtx: TxContext, review: NamedReview) => Promise<Done<Token>>,
): Promise<ResultOf<Token>[]> {
  const reviewsByItem = await findListed(ctx.db, items)
  const handled = new Set<string>()
  const results: ResultOf<Token>[] = []
  for (const item of items) {
    const row = reviewsByItem.get(item)
    const named = {
      item,
      reference: row?.reference ?? null,
      change_number: row?.number ?? null,
      title: row?.title ?? null,
    }
    if (!row?.reference) {
      const text = row ? 'It has no review.' : 'There is no such review or change.'
      results.push({ ...named, result: 'refused', text })
    } else if (handled.has(row.reference)) {
      results.push({ ...named, result: 'refused', text: 'It is in the list twice.' })
    } else {
      handled.add(row.reference)
      const review = { item, reference: row.reference, change: row.number }
      results.push({ ...named, ...(await attempt(ctx, review, work)) })
    }
  }
  return results
}

async function attempt<Token extends string>(
  ctx: Context,
  review: NamedReview,
  work: (txCtx: TxContext, review: NamedReview) => Promise<Done<Token>>,
): Promise<Done<Token | 'refused'>> {
  try {
    return await inOwnTransaction(ctx.db, (tx) => work({ ...ctx, db: tx }, review))
  } catch (error) {
    if (isAppError(error)) return { result: 'refused', text: error.message }
    log.error({ err: error, requestId: ctx.requestId, review: review.reference }, 'one of many reviews failed')
    return { result: 'refused', text: 'An internal error occurred; retry this review.' }
  }
}

/** Runs work in a transaction, or in a savepoint of an open transaction, so that only failed work is rolled back. */
const inOwnTransaction = <Result>(db: Queryable, work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
  'rollback' in db ? db.transaction(work) : transact(db, work)

type ListedReview = { number: string; title: string; reference: string | null }

async function findListed(db: Queryable, items: readonly string[]): Promise<Map<string, ListedReview>> {
  const rows = await db
    .select({ number: changes.number, title: changes.title, reference: reviews.reference })
    .from(changes)
    .leftJoin(reviews, eq(reviews.changeNumber, changes.number))
    .where(or(inArray(changes.number, [...items]), inArray(reviews.reference, [...items])))
  return new Map(
    rows.flatMap((row) => [[row.number, row] as const, ...(row.reference ? [[row.reference, row] as const] : [])]),
  )
}
