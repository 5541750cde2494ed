import { and, count, desc, eq, isNull } from 'drizzle-orm'
import type { listUnrecordedChanges as contract, UnrecordedChange } from '#lib/contracts/app/unrecorded-changes.ts'
import type { QueryOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { toRecord } from '#server/platform/db/record-columns.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { connections, deployments } from '#server/schema/connections.ts'
import { findNamedChanges, type NamedChange } from './match-change.ts'
import type { DeploymentRow } from './merge-deployment.ts'

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
  const listed = rows.map(({ deployment }) => deployment)
  const namedChanges = await findNamedChanges(db, listed)
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
  return db.$count(deployments, isUnrecorded)
}

const present = (row: DeploymentRow, connection: string | null, named: NamedChange | null): UnrecordedChange => ({
  ...toRecord(deployments, row, ['id', 'service', 'environment', 'status', 'is_rollback', 'ended_at']),
  change_number: row.changeNumber ?? '',
  title: row.facts.title ?? null,
  ref: row.facts.ref ?? null,
  url: acceptUrl(row.facts.url),
  named_change: named?.number ?? null,
  naming: named?.naming ?? null,
  connection: connection ?? 'a deleted connection',
  started_at: row.startedAt ?? row.eventAt,
})

/** Returns a URL that a page may link to; null for any other. */
export const acceptUrl = (url: string | null | undefined): string | null =>
  url && /^https?:\/\//i.test(url) ? url : null
