import { eq } from 'drizzle-orm'
import { deployments } from '#server/schema/connections.ts'
import { followDeployments } from './follow-deployments.ts'
import { type ChangeMatch, matchChanges } from './match-change.ts'
import type { DeploymentRow, EventContext } from './merge-deployment.ts'
import {
  createPipelineChanges,
  createPipelineNumber,
  dropPipelineChange,
  updatePipelineChange,
} from './pipeline-change.ts'

type DeploymentIdentity = Pick<DeploymentRow, 'connectionId' | 'remoteId' | 'isProduction' | 'startedAt'>
type ChosenChange = Pick<DeploymentRow, 'changeNumber' | 'matchedBy'>

/**
 * Chooses the change of a deployment: the matched one, or a change of its own if none authorised it. A deployment
 * outside production or one that has not begun has none.
 */
export function chooseChange(row: DeploymentIdentity, match: ChangeMatch | null | undefined): ChosenChange {
  if (!row.isProduction || row.startedAt === null) return { changeNumber: null, matchedBy: null }
  return match
    ? { changeNumber: match.number, matchedBy: match.by }
    : { changeNumber: createPipelineNumber(row), matchedBy: 'pipeline' }
}

/** Updates the changes of new deployments, and creates changes for those that no change authorised. */
export async function followNew(ctx: EventContext, rows: readonly DeploymentRow[]): Promise<void> {
  const isUnmatched = ({ matchedBy }: DeploymentRow) => matchedBy === 'pipeline'
  await createPipelineChanges(ctx, rows.filter(isUnmatched))
  const numbers = new Set(rows.flatMap((row) => (isUnmatched(row) ? [] : (row.changeNumber ?? []))))
  for (const number of [...numbers].toSorted()) await followDeployments(ctx, number)
}

/**
 * Joins a locked deployment to production to its change, or to a change of its own if no change authorised it, and
 * updates that change. A decision about an unrecorded change stays.
 */
export async function joinChange(ctx: EventContext, row: DeploymentRow): Promise<void> {
  const joined = row.handledAt === null ? chooseChange(row, (await matchChanges(ctx.db, [row]))[0]) : row
  const { changeNumber, matchedBy } = joined
  if (changeNumber !== row.changeNumber || matchedBy !== row.matchedBy) {
    await ctx.db.update(deployments).set({ changeNumber, matchedBy }).where(eq(deployments.id, row.id))
    if (row.matchedBy === 'pipeline') await dropPipelineChange(ctx, row.changeNumber)
    else if (row.changeNumber !== null) await followDeployments(ctx, row.changeNumber)
  }
  if (changeNumber === null) return
  if (matchedBy === 'pipeline') await updatePipelineChange(ctx, changeNumber, row)
  await followDeployments(ctx, changeNumber)
}
