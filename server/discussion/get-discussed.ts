import { eq } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { changes } from '#server/db/schema/changes.ts'
import { reviews } from '#server/db/schema/reviews.ts'
import { notFound } from '#server/errors.ts'

/** The review that is discussed, with what of its change the discussion needs. Throws `not_found`. */
export async function getDiscussed(ctx: Context, reference: string) {
  const [row] = await ctx.db
    .select({
      reference: reviews.reference,
      reviewer: reviews.reviewer,
      number: reviews.changeNumber,
      title: changes.title,
      requester: changes.requestedBy,
      implementer: { assigned_to: changes.assignedTo, stated: reviews.implementer },
    })
    .from(reviews)
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(eq(reviews.reference, reference))
  if (!row) throw notFound('review', reference)
  return row
}
