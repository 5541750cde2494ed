import { and, asc, eq, gte, inArray, lt, notExists, sql } from 'drizzle-orm'
import type { Context } from '#server/platform/runtime/context.ts'
import { incidents } from '#server/schema/changes.ts'
import { alertGroups, inboundEvents } from '#server/schema/connections.ts'

/** Days for which received events are stored. */
const storedDays = 30
/** Maximum events of one statement. */
const batchSize = 5_000

/**
 * Deletes old events, and the alerts of incidents that ended and were last written before the same time. Incidents and
 * deployments stay.
 */
export async function purgeEvents({ db, now }: Context): Promise<void> {
  const before = new Date(now.getTime() - storedDays * 86_400_000).toISOString()
  const { id, connectionId, receivedAt } = inboundEvents
  // The index on the time begins with the connection.
  for (const sender of await db.selectDistinct({ id: connectionId }).from(inboundEvents)) {
    const isOld = and(eq(connectionId, sender.id), lt(receivedAt, before))
    const batch = db.select({ id }).from(inboundEvents).where(isOld).orderBy(asc(receivedAt)).limit(batchSize)
    let deleted: number
    do {
      deleted = (await db.delete(inboundEvents).where(inArray(id, batch)).returning({ id })).length
    } while (deleted === batchSize)
  }
  const place = sql`${alertGroups}.ctid`
  const isNamed = eq(incidents.number, alertGroups.incidentNumber)
  const recent = db
    .select()
    .from(incidents)
    .where(and(isNamed, gte(incidents.updatedAt, before)))
  const isOver = and(lt(alertGroups.resolvedAt, before), notExists(recent))
  const endedGroups = db.select({ place }).from(alertGroups).where(isOver).limit(batchSize)
  let deleted: number
  do {
    deleted = (await db.delete(alertGroups).where(inArray(place, endedGroups)).returning({ key: alertGroups.groupKey }))
      .length
  } while (deleted === batchSize)
}
