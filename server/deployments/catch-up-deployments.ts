import { and, desc, eq, gt, gte, isNotNull, notInArray, sql } from 'drizzle-orm'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { auditEvents } from '#server/schema/access.ts'
import { connections, deployments } from '#server/schema/connections.ts'
import { reviews } from '#server/schema/reviews.ts'
import type { DeploymentRow, EventContext } from './event-context.ts'
import { judgedStatuses, writeSaid } from './follow-deployments.ts'

/** Days after which a deployment says nothing new. */
const followedDays = 30

/**
 * Writes to changes what their deployments said while a review waited for its sign-off or was completed, once it was
 * sent back, withdrawn, reopened or waived.
 */
export async function catchUpDeployments(ctx: Context): Promise<void> {
  const since = new Date(ctx.now.getTime() - followedDays * 86_400_000).toISOString()
  const found = await ctx.db
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
        ...[gt(deployments.startedAt, since), eq(deployments.isProduction, true)],
        ...[notInArray(reviews.status, [...judgedStatuses]), gte(reviews.updatedAt, deployments.updatedAt)],
      ),
    )
    .orderBy(reviews.changeNumber, desc(deployments.updatedAt))
  for (const { number, id, name } of found) {
    await inTransaction(ctx.db, async (tx) => {
      const within = { ...ctx, db: tx, actor: { kind: 'system', id, name } as const }
      await writeSaid(within, number, async (own, { actual_start: start, actual_end: end }) => ({
        start: (await isOfDeployment(within, number, 'actual_start', own)) ? start : null,
        end: (await isOfDeployment(within, number, 'actual_end', own)) ? end : null,
      }))
    })
  }
}

/** Whether a deployment wrote the current value of a field: by the history, since nothing else remembers that. */
async function isOfDeployment(
  { db }: EventContext,
  number: string,
  field: 'actual_start' | 'actual_end',
  own: readonly DeploymentRow[],
): Promise<boolean> {
  const [last] = await db
    .select({ kind: auditEvents.actorKind, id: auditEvents.actorId })
    .from(auditEvents)
    .where(
      and(
        ...[eq(auditEvents.entityType, 'change'), eq(auditEvents.entityId, number)],
        isNotNull(sql`${auditEvents.changes} -> ${field}::text`),
      ),
    )
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
    .limit(1)
  return last?.kind === 'system' && own.some(({ connectionId }) => connectionId === last.id)
}
