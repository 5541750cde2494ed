import { asc, eq } from 'drizzle-orm'
import type { Context } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'
import { connections, deployments } from '#server/schema/connections.ts'
import { combineTimes } from './deployed-times.ts'
import type { DeploymentRow } from './event-context.ts'
import { acceptUrl } from './unrecorded-changes.ts'

export type ChangeDeployment = Pick<
  DeploymentRow,
  | 'id'
  | 'service'
  | 'environment'
  | 'status'
  | 'isRollback'
  | 'startedAt'
  | 'endedAt'
  | 'matchedBy'
  | 'handledBy'
  | 'handling'
  | 'handlingReason'
> & {
  readonly kind: string | null
  /** The name of the connection; null once it is deleted. */
  readonly connection: string | null
  readonly url: string | null
  /** True if it concerns a service of the change. */
  readonly isOfService: boolean
}

type DeploymentsOfChange = {
  readonly deployments: readonly ChangeDeployment[]
  /**
   * True if the change has other actual times than its deployments state: a person or the system of record wrote them.
   */
  readonly hasOtherTimes: boolean
}

/** Maximum deployments that a page shows. */
const maxShown = 100

/** Lists the deployments of a change by start, and compares their times with those of the change. */
export async function listDeploymentsOfChange(
  { db }: Pick<Context, 'db'>,
  number: string,
): Promise<DeploymentsOfChange> {
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
    deployments: rows.map(({ row, kind, connection, services }) => ({
      ...row,
      kind,
      connection,
      url: acceptUrl(row.facts.url),
      isOfService: services.includes(row.service),
    })),
    hasOtherTimes:
      isOther(change?.actualStart, deployedTimes.start) ||
      (deployedTimes.isEnded && isOther(change?.actualEnd, deployedTimes.end)),
  }
}
