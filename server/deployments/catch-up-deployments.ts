import { and, desc, eq, gt, inArray, notInArray, sql } from 'drizzle-orm'
import { type Context, createSystemActor } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { connections, deployments } from '#server/schema/connections.ts'
import { auditEvents } from '#server/schema/history.ts'
import { reviews } from '#server/schema/reviews.ts'
import { followDeployments, judgedStatuses } from './follow-deployments.ts'

/** Days after which a deployment says nothing new. */
const followedDays = 30

/** True if the review left a judged status after the deployment was last written. */
const wasJudged = sql`exists (select from ${auditEvents} moved
  where moved.entity_type = 'review' and moved.entity_id = ${reviews.reference} and moved.at >= ${deployments.updatedAt}
    and ${inArray(sql`moved.changes #>> '{status,from}'`, [...judgedStatuses])})`

/**
 * Applies deployments that arrived while the review of their change awaited sign-off or was completed, once that review
 * is sent back, withdrawn, reopened or waived.
 */
export async function catchUpDeployments(ctx: Context): Promise<void> {
  const since = new Date(ctx.now.getTime() - followedDays * 86_400_000).toISOString()
  const unfollowed = await ctx.db
    .selectDistinctOn([reviews.changeNumber], {
      number: reviews.changeNumber,
      id: deployments.connectionId,
      name: sql<string>`coalesce(${connections.name}, 'Pipeline')`,
    })
    .from(deployments)
    .innerJoin(reviews, eq(reviews.changeNumber, deployments.changeNumber))
    .leftJoin(connections, eq(connections.id, deployments.connectionId))
    .where(
      and(
        gt(deployments.startedAt, since),
        eq(deployments.isProduction, true),
        notInArray(reviews.status, [...judgedStatuses]),
        wasJudged,
      ),
    )
    .orderBy(reviews.changeNumber, desc(deployments.updatedAt))
  for (const { number, id, name } of unfollowed) {
    const actor = createSystemActor(id, name)
    await inTransaction(ctx, (tx) => followDeployments({ ...tx, actor }, number))
  }
}
