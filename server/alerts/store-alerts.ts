import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, eq, gte, sql } from 'drizzle-orm'
import type { EventContext } from '#server/deployments/store-deployments.ts'
import type { AlertEvent } from '#server/inbound/senders/event-types.ts'
import { differences, recordEvent } from '#server/platform/audit/record-event.ts'
import { incidents } from '#server/schema/changes.ts'
import { alertGroups } from '#server/schema/connections.ts'
import { type GroupState, isSameIncident, mergeAlerts } from './merge-alerts.ts'

type GroupRow = typeof alertGroups.$inferSelect

/** Applies an event about alerts: those of one group that fire at the same time are one incident. */
export async function storeAlerts(ctx: EventContext, connectionId: string, event: AlertEvent): Promise<void> {
  const own = mergeAlerts({}, event)
  const known = await findGroup(ctx, connectionId, event, own)
  const state = known ? mergeAlerts(known.alerts, event) : own
  if (known && isDeepStrictEqual(stateOf(known), state)) return
  const groupKey = known?.groupKey ?? (event.isRecurring ? `${event.groupKey} ${own.startedAt}` : event.groupKey)
  const incidentNumber = known?.incidentNumber ?? numberOf(connectionId, groupKey)
  await ctx.db
    .insert(alertGroups)
    .values({ connectionId, groupKey, incidentNumber, ...state })
    .onConflictDoUpdate({ target: [alertGroups.connectionId, alertGroups.groupKey], set: state })
  await writeIncident(ctx, incidentNumber, state, event, known === undefined || state.eventAt > known.eventAt)
}

const stateOf = ({ alerts, startedAt, resolvedAt, eventAt }: GroupRow): GroupState => ({
  alerts,
  startedAt,
  resolvedAt,
  eventAt,
})

/** The stored group that an event is about, locked. */
async function findGroup(
  { db }: EventContext,
  connectionId: string,
  event: AlertEvent,
  own: GroupState,
): Promise<GroupRow | undefined> {
  const { groupKey } = alertGroups
  const start = `${event.groupKey} `
  const isOfKey = event.isRecurring
    ? and(gte(groupKey, start), sql`starts_with(${groupKey}, ${start})`)
    : eq(groupKey, event.groupKey)
  const rows = await db
    .select()
    .from(alertGroups)
    .where(and(eq(alertGroups.connectionId, connectionId), isOfKey))
    .orderBy(groupKey)
    .for('update')
  return event.isRecurring ? rows.find((row) => isSameIncident(stateOf(row), own)) : rows[0]
}

/** The number of the incident of a group: always the same for the same group. */
function numberOf(connectionId: string, groupKey: string): string {
  const digest = createHash('sha256').update(`${connectionId}\n${groupKey}`).digest('hex')
  return `ALERT${(BigInt(`0x${digest}`) % 10n ** 12n).toString().padStart(12, '0')}`
}

const priorities = ['1 - Critical', '2 - High', '3 - Moderate', '4 - Low', '5 - Planning']

/**
 * Creates or updates the incident of a group. It has the highest priority that any event gave it, and the title and
 * service of the newest one. An incident that somebody closed stays closed until its alerts fire again.
 */
async function writeIncident(
  ctx: EventContext,
  number: string,
  { startedAt, resolvedAt }: GroupState,
  { title, service, level }: AlertEvent,
  isNewest: boolean,
): Promise<void> {
  const [before] = await ctx.db
    .select({
      short_description: incidents.shortDescription,
      priority: incidents.priority,
      priority_level: incidents.priorityLevel,
      state: incidents.state,
      opened_at: incidents.openedAt,
      resolved_at: incidents.resolvedAt,
      affected_service: incidents.affectedService,
    })
    .from(incidents)
    .where(eq(incidents.number, number))
    .for('update')
  const known = before?.priority_level ?? null
  const highest = level === null || known === null ? (level ?? known) : Math.min(level, known)
  const isClosed = before?.state === 'closed' && resolvedAt !== null
  const wanted = {
    short_description: isNewest || !before ? title : before.short_description,
    priority: highest === null ? (before?.priority ?? 'unspecified') : (priorities[highest - 1] ?? 'unspecified'),
    priority_level: highest,
    state: isClosed ? ('closed' as const) : resolvedAt === null ? ('in_progress' as const) : ('resolved' as const),
    opened_at: startedAt,
    resolved_at: resolvedAt,
    affected_service: isNewest || !before ? service : before.affected_service,
  }
  const changed = differences(before ?? {}, wanted)
  if (before && Object.keys(changed).length === 0) return
  const row = {
    shortDescription: wanted.short_description,
    priority: wanted.priority,
    priorityLevel: wanted.priority_level,
    state: wanted.state,
    openedAt: wanted.opened_at,
    resolvedAt: wanted.resolved_at,
    affectedService: wanted.affected_service,
    updatedAt: ctx.now.toISOString(),
  }
  if (before) {
    await ctx.db
      .update(incidents)
      .set({ ...row, version: sql`${incidents.version} + 1` })
      .where(eq(incidents.number, number))
  } else await ctx.db.insert(incidents).values({ number, ...row, origin: 'alerts' })
  await recordEvent(ctx, before ? 'update' : 'create', 'incident', number, changed)
}
