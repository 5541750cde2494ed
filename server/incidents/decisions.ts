import { and, desc, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { IncidentDecision } from '#lib/contracts/app/changes.ts'
import type { ReviewForm } from '#lib/contracts/app/review-forms.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { decidedIncidents, reviewSteps, reviews } from '#server/schema/reviews.ts'
import { getIncident } from './queries.ts'

const maxDecisions = 100

/**
 * Lists the decisions of reviews about an incident, newest first. The history of a review says who decided; for an
 * imported review it is the person who saved the step. Throws `not_found`.
 */
export async function listIncidentDecisions(ctx: Context, number: string): Promise<IncidentDecision[]> {
  await getIncident(ctx, number)
  const field = (name: string) => isNotNull(sql`${auditEvents.changes} -> ${`incidents.decisions.${number}${name}`}`)
  const lastEvent = ctx.db
    .select({ at: auditEvents.at, actorName: auditEvents.actorName })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.entityType, 'review'),
        eq(auditEvents.entityId, reviewSteps.reference),
        or(field(''), field('.decision')),
      ),
    )
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
    .limit(1)
    .as('last_event')
  const rows = await ctx.db
    .select({
      reference: reviews.reference,
      review_status: reviews.status,
      change: reviews.changeNumber,
      title: changes.title,
      form: reviewSteps.form,
      savedBy: reviewSteps.savedBy,
      savedAt: reviewSteps.savedAt,
      decidedBy: lastEvent.actorName,
      decidedAt: lastEvent.at,
    })
    .from(reviewSteps)
    .innerJoin(reviews, eq(reviews.reference, reviewSteps.reference))
    .leftJoin(changes, eq(changes.number, reviews.changeNumber))
    .leftJoinLateral(lastEvent, sql`true`)
    .where(
      and(
        eq(reviewSteps.step, 'incidents'),
        sql`${decidedIncidents(reviewSteps.form)} @> ${JSON.stringify([number])}::jsonb`,
      ),
    )
    .orderBy(desc(sql`coalesce(${lastEvent.at}, ${reviewSteps.savedAt})`))
    .limit(maxDecisions)
  return rows.flatMap(({ form, savedBy, savedAt, decidedBy, decidedAt, ...review }) => {
    const { decisions } = form as ReviewForm<'incidents'>
    const decision = decisions.find(({ incident }) => incident === number)
    if (!decision) return []
    return {
      ...review,
      decision: decision.decision,
      reason: decision.reason,
      decided_by: decidedBy ?? savedBy,
      decided_at: decidedAt ?? savedAt,
    }
  })
}
