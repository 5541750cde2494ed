import { eq, sql } from 'drizzle-orm'
import { incidentActions } from '#lib/actions/record-actions.ts'
import type { AlertEvent } from '#lib/domain/sent-events.ts'
import type { EventContext } from '#server/deployments/event-context.ts'
import { listDifferences, listRemovedFields, recordEvent } from '#server/platform/audit/record-event.ts'
import { incidents } from '#server/schema/changes.ts'
import type { AlertedIncident } from './merge-alerts.ts'

const priorities = ['1 - Critical', '2 - High', '3 - Moderate', '4 - Low', '5 - Planning']

/**
 * An event with its relation to an incident: `isOfEvent` if it is about its alerts, `isNewest` if no later event is.
 */
type RelatedEvent = { readonly event: AlertEvent; readonly isOfEvent: boolean; readonly isNewest: boolean }

/**
 * Creates or updates the incident of alerts. It gets the highest priority of all events, and the title and service of
 * the newest one. An incident that a person closed stays closed until its alerts fire again.
 */
export async function writeAlertIncident(
  ctx: EventContext,
  number: string,
  { startedAt, resolvedAt }: AlertedIncident,
  { event: { title, service, level }, isOfEvent, isNewest }: RelatedEvent,
): Promise<void> {
  const before = await lockIncident(ctx, number)
  const formerPriority = before?.priority_level ?? null
  const levels = [formerPriority, isOfEvent || !before ? level : null].filter((one) => one !== null)
  const highest = levels.length === 0 ? null : Math.min(...levels)
  const isClosed = before?.state === 'closed' && resolvedAt !== null
  const isNamed = before === undefined || (isOfEvent && isNewest)
  const fields = {
    short_description: isNamed ? title : before.short_description,
    priority: highest === null ? (before?.priority ?? 'unspecified') : (priorities[highest - 1] ?? 'unspecified'),
    priority_level: highest,
    state: isClosed ? ('closed' as const) : getIncidentState(resolvedAt),
    opened_at: startedAt,
    resolved_at: resolvedAt,
    affected_service: isNamed ? service : before.affected_service,
  }
  const changed = listDifferences(before ?? {}, fields)
  if (Object.keys(changed).length === 0) return
  const row = {
    shortDescription: fields.short_description,
    priority: fields.priority,
    priorityLevel: fields.priority_level,
    state: fields.state,
    openedAt: fields.opened_at,
    resolvedAt: fields.resolved_at,
    affectedService: fields.affected_service,
    updatedAt: ctx.now.toISOString(),
  }
  if (before === undefined) await ctx.db.insert(incidents).values({ number, ...row, origin: 'alerts' })
  else {
    await ctx.db
      .update(incidents)
      .set({ ...row, version: sql`${incidents.version} + 1` })
      .where(eq(incidents.number, number))
  }
  await recordEvent(ctx, incidentActions[before ? 'update' : 'create'], number, changed)
}

const getIncidentState = (resolvedAt: string | null) =>
  resolvedAt === null ? ('in_progress' as const) : ('resolved' as const)

/** Deletes an incident whose alerts turn out to belong to an earlier one, unless a change is linked to it. */
export async function dropAlertIncident(ctx: EventContext, number: string): Promise<void> {
  const before = await lockIncident(ctx, number)
  if (before === undefined || before.related_change !== null || before.caused_by_change !== null) return
  await ctx.db.delete(incidents).where(eq(incidents.number, number))
  await recordEvent(ctx, incidentActions.delete, number, listRemovedFields(before))
}

async function lockIncident({ db }: EventContext, number: string) {
  const [row] = await db
    .select({
      short_description: incidents.shortDescription,
      priority: incidents.priority,
      priority_level: incidents.priorityLevel,
      state: incidents.state,
      opened_at: incidents.openedAt,
      resolved_at: incidents.resolvedAt,
      affected_service: incidents.affectedService,
      related_change: incidents.relatedChange,
      caused_by_change: incidents.causedByChange,
    })
    .from(incidents)
    .where(eq(incidents.number, number))
    .for('update')
  return row
}
