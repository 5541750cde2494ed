import { and, lt, sql } from 'drizzle-orm'
import type { Retention } from '#server/platform/retention.ts'
import { audits } from '#server/schema/audits.ts'
import { deployments } from '#server/schema/connections.ts'
import { isOpenReview, reviews } from '#server/schema/reviews.ts'

const hasOpenReview = sql`exists (
  select from ${reviews} where ${reviews.changeNumber} = ${deployments.changeNumber} and ${isOpenReview})`

const isUndecided = sql`(${deployments.matchedBy} is not distinct from 'pipeline' and ${deployments.handledAt} is null)`

/** Any zone may begin or end the period: a day more on each side covers them all. */
const isInAudit = sql`exists (
  select from ${audits} where ${audits.from} - 2 <= ${deployments.endedAt}::date
    and coalesce(${deployments.startedAt}, ${deployments.endedAt})::date <= ${audits.to} + 2)`

/** Deployments that ended and that no review, audit or decision needs. */
export const deploymentRetention: Retention = {
  setting: 'deployment_retention_days',
  table: deployments,
  isDeletable: (before) =>
    and(
      lt(deployments.endedAt, before),
      lt(deployments.updatedAt, before),
      sql`not (${hasOpenReview} or ${isUndecided} or ${isInAudit})`,
    ),
}
