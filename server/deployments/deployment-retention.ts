import { and, inArray, lt, sql } from 'drizzle-orm'
import { deleteSalts } from '#server/history/ledger/delete-salts.ts'
import type { Retention } from '#server/platform/retention.ts'
import { isNeededDeployment } from '#server/schema/audits.ts'
import { isHeld } from '#server/schema/changes.ts'
import { deployments } from '#server/schema/connections.ts'
import { isOpenReview, reviews } from '#server/schema/reviews.ts'

const hasOpenReview = sql`exists (
  select from ${reviews} where ${reviews.changeNumber} = ${deployments.changeNumber} and ${isOpenReview})`

/** Ended deployments that no review, audit, decision or legal hold needs. */
export const deploymentRetention: Retention = {
  setting: 'deployment_retention_days',
  key: deployments.id,
  isDeletable: (before) =>
    and(
      lt(deployments.endedAt, before),
      lt(deployments.updatedAt, before),
      sql`not (${hasOpenReview} or ${isNeededDeployment})`,
      sql`(${deployments.changeNumber} is null or not ${isHeld(deployments.changeNumber)})`,
    ),
  async remove(ctx, ids) {
    await deleteSalts(ctx, sql`select unnest(${sql.param([...ids])}::text[])`)
    await ctx.db.delete(deployments).where(inArray(deployments.id, [...ids]))
  },
}
