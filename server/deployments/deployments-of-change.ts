import { asc, eq } from 'drizzle-orm'
import type { Context } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'
import { connections, deployments } from '#server/schema/connections.ts'
import { combineTimes } from './follow-deployments.ts'
import type { DeploymentRow } from './merge-deployment.ts'
import { acceptUrl } from './unrecorded-changes.ts'

export type ChangeDeployment = DeploymentRow & {
  readonly kind: string | null
  /** The name of the connection; null once it is deleted. */
  readonly connection: string | null
  readonly url: string | null
  /** True if it concerns a service of the change. */
  readonly isOfService: boolean
  /** True if no change authorised it, and nobody has decided about it. */
  readonly isUnrecorded: boolean
}

/** Maximum deployments that a page shows. */
const maxShown = 100

/** Lists the deployments of a change by start, and compares their times with those of the change. */
export async function listDeploymentsOfChange({ db }: Pick<Context, 'db'>, number: string) {
  const rows = await db
    .select({
      row: deployments,
      kind: connections.kind,
      connection: connections.name,
      services: changes.affectedServices,
      actualStart: changes.actualStart,
      actualEnd: changes.actualEnd,
    })
    .from(deployments)
    .innerJoin(changes, eq(changes.number, deployments.changeNumber))
    .leftJoin(connections, eq(connections.id, deployments.connectionId))
    .where(eq(deployments.changeNumber, number))
    .orderBy(asc(deployments.startedAt), asc(deployments.id))
    .limit(maxShown)
  const [change] = rows
  const deployedTimes = combineTimes(
    rows.map(({ row }) => row),
    change?.services ?? [],
  )
  const isOther = (time: string | null | undefined, reported: string | null) => reported !== null && time !== reported
  return {
    deployments: rows.map(
      ({ row, kind, connection, services }): ChangeDeployment => ({
        ...row,
        kind,
        connection,
        url: acceptUrl(row.facts.url),
        isOfService: services.includes(row.service),
        isUnrecorded: row.matchedBy === 'pipeline' && row.handledAt === null,
      }),
    ),
    /** True if a person or the system of record wrote other actual times than the deployments state. */
    hasOtherTimes:
      isOther(change?.actualStart, deployedTimes.start) ||
      (deployedTimes.isEnded && isOther(change?.actualEnd, deployedTimes.end)),
  }
}
