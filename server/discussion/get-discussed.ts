import { eq } from 'drizzle-orm'
import { notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'
import { reviews } from '#server/schema/reviews.ts'

/** The review under discussion, with the fields of its change that the discussion shows. Throws `not_found`. */
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
