import { and, count, desc, eq, isNull } from 'drizzle-orm'
import type { listUnrecordedChanges as contract, UnrecordedChange } from '#lib/contracts/app/unrecorded-changes.ts'
import type { QueryOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { connections, deployments } from '#server/schema/connections.ts'
import type { DeploymentRow } from './event-context.ts'
import { findNamedChanges, type NamedChange } from './match-change.ts'

/** Deployments to production that no change authorised, and about which nobody decided yet. */
export const isUnrecorded = and(eq(deployments.matchedBy, 'pipeline'), isNull(deployments.handledAt))

/** The unrecorded changes, newest first, with the number of them for each service. */
export async function listUnrecordedChanges(
  { db }: Pick<Context, 'db'>,
  { service, page, limit }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const [services, rows] = await Promise.all([
    db
      .select({ service: deployments.service, count: count() })
      .from(deployments)
      .where(isUnrecorded)
      .groupBy(deployments.service)
      .orderBy(desc(count()), deployments.service),
    db
      .select({ deployment: deployments, connection: connections.name })
      .from(deployments)
      .leftJoin(connections, eq(connections.id, deployments.connectionId))
      .where(and(isUnrecorded, service === undefined ? undefined : eq(deployments.service, service)))
      .orderBy(desc(deployments.startedAt), desc(deployments.id))
      .limit(limit)
      .offset((page - 1) * limit),
  ])
  const namedChanges = await findNamedChanges(
    db,
    rows.map(({ deployment }) => deployment),
  )
  const listedServices = services.filter((one) => service === undefined || one.service === service)
  return {
    result: rows.map(({ deployment, connection }, index) =>
      present(deployment, connection, namedChanges[index] ?? null),
    ),
    total_count: listedServices.reduce((sum, one) => sum + one.count, 0),
    services,
  }
}

/** The number of unrecorded changes. */
export async function countUnrecordedChanges({ db }: Pick<Context, 'db'>): Promise<number> {
  const [row] = await db.select({ count: count() }).from(deployments).where(isUnrecorded)
  return row?.count ?? 0
}

const present = (row: DeploymentRow, connection: string | null, named: NamedChange | null): UnrecordedChange => ({
  id: row.id,
  change_number: row.changeNumber ?? '',
  service: row.service,
  environment: row.environment,
  title: row.facts.title ?? null,
  ref: row.facts.ref ?? null,
  url: acceptUrl(row.facts.url),
  named_change: named?.number ?? null,
  naming: named?.naming ?? null,
  status: row.status,
  is_rollback: row.isRollback,
  connection: connection ?? 'a deleted connection',
  started_at: row.startedAt ?? row.eventAt,
  ended_at: row.endedAt,
})

/** Returns a URL that a page may link to; null for any other. */
export const acceptUrl = (url: string | null | undefined): string | null =>
  url && /^https?:\/\//i.test(url) ? url : null
