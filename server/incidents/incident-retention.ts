import { and, inArray, lt, sql } from 'drizzle-orm'
import { clearEntries, isToBeWritten, recordDeletions } from '#server/history/delete-records.ts'
import { type Retention, unless } from '#server/platform/retention.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { numberKeySql } from '#server/schema/columns.ts'
import { alertGroups } from '#server/schema/connections.ts'
import { auditEvents, formerLink } from '#server/schema/history.ts'
import { improvements, isOverBefore } from '#server/schema/improvements.ts'
import { decidedIncidents, reviewSteps } from '#server/schema/reviews.ts'

/** The change that it names is still recorded: its review and its audits show the incident. */
const isOfChange = sql`exists (select from ${changes} where not ${changes.isStub}
  and ${numberKeySql(changes.number)} in (${numberKeySql(incidents.relatedChange)}, ${numberKeySql(incidents.causedByChange)}))`

/** The history links it to a change that is still recorded. */
const wasOfChange = sql`exists (select from ${auditEvents}
  join ${changes} on ${changes.number} in (
    ${formerLink(auditEvents.changes, 'related_change')}, ${formerLink(auditEvents.changes, 'caused_by_change')})
  where ${auditEvents.entityType} = 'incident' and ${auditEvents.entityId} = ${incidents.number} and not ${changes.isStub})`

/** Repeats the expression of the index. */
const isDecided = sql`exists (select from ${reviewSteps} where ${reviewSteps.step} = 'incidents'
  and ${decidedIncidents(reviewSteps.form)} @> jsonb_build_array(${incidents.number}))`

const hasAction = (before: string) => sql`exists (select from ${improvements}
  where ${numberKeySql(improvements.sourceRef)} = ${numberKeySql(incidents.number)} and not ${isOverBefore(before)})`

/** Ended incidents that no recorded change, review or open action needs. */
export const incidentRetention: Retention = {
  setting: 'incident_retention_days',
  key: incidents.number,
  isDeletable: (before) =>
    and(
      inArray(incidents.state, ['resolved', 'closed', 'canceled']),
      lt(sql`coalesce(${incidents.resolvedAt}, ${incidents.openedAt})`, before),
      unless(isOfChange, isDecided, hasAction(before), isToBeWritten('incident', incidents.number), wasOfChange),
    ),
  async remove(ctx, numbers, days) {
    await clearEntries(ctx, { incident: numbers })
    await ctx.db.delete(alertGroups).where(inArray(alertGroups.incidentNumber, [...numbers]))
    await ctx.db.delete(incidents).where(inArray(incidents.number, [...numbers]))
    await recordDeletions(ctx, 'incident', numbers, days)
  },
}
