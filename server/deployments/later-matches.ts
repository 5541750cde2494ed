import { and, asc, desc, eq, gt, inArray, isNull, notInArray, or, sql } from 'drizzle-orm'
import { type Context, createSystemActor } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { changes } from '#server/schema/changes.ts'
import { connections, deployments } from '#server/schema/connections.ts'
import { auditEvents } from '#server/schema/history.ts'
import { reviews } from '#server/schema/reviews.ts'
import { followDeployments, judgedStatuses } from './follow-deployments.ts'
import { joinChange } from './join-change.ts'
import { matchChanges } from './match-change.ts'
import type { EventContext } from './merge-deployment.ts'
import { isUnrecorded } from './unrecorded-changes.ts'

/** Days after which a deployment says nothing new, and for which its change may still arrive. */
const followedDays = 30
/** Deployments of one statement. */
const batchSize = 500

const isFollowed = ({ now }: Context) =>
  gt(deployments.startedAt, new Date(now.getTime() - followedDays * 86_400_000).toISOString())

type Sender = { readonly id: string; readonly name: string | null }

/** Runs a transaction in the name of the connection that sent a deployment. */
const inNameOf = (ctx: Context, { id, name }: Sender, work: (ctx: EventContext) => Promise<void>) =>
  inTransaction(ctx, (tx) => work({ ...tx, actor: createSystemActor(id, name ?? 'Pipeline') }))

/** True if the review left a judged status after the deployment was last written. */
const wasJudged = sql`exists (select from ${auditEvents} moved
  where moved.entity_type = 'review' and moved.entity_id = ${reviews.reference} and moved.at >= ${deployments.updatedAt}
    and ${inArray(sql`moved.changes #>> '{status,from}'`, [...judgedStatuses])})`

/**
 * Applies deployments that arrived while the review of their change awaited sign-off or was completed, once that review
 * is sent back, withdrawn, reopened or waived.
 */
export async function catchUpDeployments(ctx: Context): Promise<void> {
  const { connectionId: id, changeNumber, isProduction, updatedAt } = deployments
  const isLate = and(eq(isProduction, true), notInArray(reviews.status, [...judgedStatuses]), wasJudged)
  const unfollowed = await ctx.db
    .selectDistinctOn([reviews.changeNumber], { number: reviews.changeNumber, id, name: connections.name })
    .from(deployments)
    .innerJoin(reviews, eq(reviews.changeNumber, changeNumber))
    .leftJoin(connections, eq(connections.id, id))
    .where(and(isFollowed(ctx), isLate))
    .orderBy(reviews.changeNumber, desc(updatedAt))
  for (const { number, ...sender } of unfollowed) {
    await inNameOf(ctx, sender, (tx) => followDeployments(tx, number))
  }
}

/**
 * Joins unrecorded changes to changes that have become known since, as a pipeline may be faster than the ITSM system,
 * and takes deployments away from changes that were cancelled since.
 */
export async function rejoinDeployments(ctx: Context): Promise<void> {
  const isUnhandled = isNull(deployments.handledAt)
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows = await ctx.db
      .select({ deployment: deployments, name: connections.name })
      .from(deployments)
      .leftJoin(connections, eq(connections.id, deployments.connectionId))
      .leftJoin(changes, eq(changes.number, deployments.changeNumber))
      .where(
        and(isFollowed(ctx), gt(deployments.id, after), isUnhandled, or(isUnrecorded, eq(changes.state, 'canceled'))),
      )
      .orderBy(asc(deployments.id))
      .limit(batchSize)
    const found = rows.map(({ deployment }) => deployment)
    const matches = await matchChanges(ctx.db, found)
    for (const [index, { deployment, name }] of rows.entries()) {
      const { id, connectionId, matchedBy } = deployment
      if (matchedBy === 'pipeline' && !matches[index]) continue
      await inNameOf(ctx, { id: connectionId, name }, async (tx) => {
        const isSame = and(eq(deployments.id, id), isUnhandled)
        const [locked] = await tx.db.select().from(deployments).where(isSame).for('update')
        if (locked) await joinChange(tx, locked)
      })
    }
    after = rows.length < batchSize ? undefined : rows.at(-1)?.deployment.id
  }
}
