import { and, lt, sql } from 'drizzle-orm'
import type { Retention } from '#server/platform/retention.ts'
import { deployments } from '#server/schema/connections.ts'
import { isOpenReview, reviews } from '#server/schema/reviews.ts'

/** Deployments that ended; those of a change whose review is open stay, and unrecorded ones that nobody decided about. */
export const deploymentRetention: Retention = {
  setting: 'deployment_retention_days',
  table: deployments,
  isOver: (before) =>
    and(
      lt(deployments.endedAt, before),
      lt(deployments.updatedAt, before),
      sql`(${deployments.matchedBy} is distinct from 'pipeline' or ${deployments.handledAt} is not null)`,
      sql`not exists (select from ${reviews} where ${reviews.changeNumber} = ${deployments.changeNumber} and ${isOpenReview})`,
    ),
}
