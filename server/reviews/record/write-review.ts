import { eq, type SQL, sql } from 'drizzle-orm'
import type { Action } from '#lib/actions/action.ts'
import { type FieldChanges, recordEvent } from '#server/platform/audit/record-event.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { reviews } from '#server/schema/reviews.ts'
import type { ReviewRow } from './queries.ts'

/** Columns of a review to write, without the version and the time of the write, which are set with them. */
export type ReviewColumns = Partial<Omit<typeof reviews.$inferInsert, 'reference' | 'version' | 'updatedAt'>>

/**
 * Writes a locked review as its next version, and `changes` to its history. To write another status, use `moveReview`.
 */
export async function writeReview(
  ctx: TxContext,
  before: ReviewRow,
  action: Action,
  { set, changes }: { readonly set: ReviewColumns; readonly changes: FieldChanges },
): Promise<ReviewRow> {
  const [after] = await ctx.db
    .update(reviews)
    .set({ ...set, version: before.version + 1, updatedAt: ctx.now.toISOString() })
    .where(eq(reviews.reference, before.reference))
    .returning()
  if (!after) throw new Error(`The review ${before.reference} was not written.`)
  await recordEvent(ctx, action, before.reference, changes)
  return after
}

/**
 * Sets the time of the last save of answers, and adds the actor to the writers if an answer changed: no writer may sign
 * the review off. The version of the review stays, because each step has its own.
 */
export async function touchReview(
  ctx: TxContext,
  reference: string,
  { isChanged }: { readonly isChanged: boolean },
): Promise<void> {
  const writers = ctx.actor.kind === 'account' && isChanged ? addWriter(ctx.actor.email) : reviews.writers
  await ctx.db
    .update(reviews)
    .set({ updatedAt: ctx.now.toISOString(), writers: sql`${writers}` })
    .where(eq(reviews.reference, reference))
}

function addWriter(email: string): SQL {
  const writer = sql`${email}::text`
  return sql`case when ${writer} = any(${reviews.writers}) then ${reviews.writers} else array_append(${reviews.writers}, ${writer}) end`
}
