import { eq } from 'drizzle-orm'
import { deployments } from '#server/schema/connections.ts'
import type { DeploymentRow, EventContext } from './event-context.ts'
import { followDeployments } from './follow-deployments.ts'
import { matchChange } from './match-change.ts'
import { createPipelineChange, dropPipelineChange, pipelineNumber } from './pipeline-change.ts'

type Joined = Pick<DeploymentRow, 'changeNumber' | 'matchedBy'>

const nothing: Joined = { changeNumber: null, matchedBy: null }

/**
 * Joins a locked deployment to production to its change, or to a change of its own if no change authorised it, and
 * brings the times of its change up to date. What somebody decided about an unrecorded change stays.
 */
export async function joinChange(ctx: EventContext, row: DeploymentRow): Promise<void> {
  const joined = row.handledAt === null ? await changeOf(ctx, row) : row
  if (joined.changeNumber !== row.changeNumber || joined.matchedBy !== row.matchedBy) {
    const { changeNumber, matchedBy } = joined
    await ctx.db.update(deployments).set({ changeNumber, matchedBy }).where(eq(deployments.id, row.id))
    if (row.matchedBy === 'pipeline') await dropPipelineChange(ctx, row.changeNumber)
    else if (row.changeNumber !== null) await followDeployments(ctx, row.changeNumber, row)
  }
  if (joined.changeNumber === null) return
  if (joined.matchedBy === 'pipeline') await createPipelineChange(ctx, joined.changeNumber, row)
  await followDeployments(ctx, joined.changeNumber, row)
}

async function changeOf({ db }: EventContext, row: DeploymentRow): Promise<Joined> {
  if (!row.isProduction || row.startedAt === null) return nothing
  const found = await matchChange(db, row)
  if (found) return { changeNumber: found.number, matchedBy: found.by }
  return { changeNumber: pipelineNumber(row), matchedBy: 'pipeline' }
}
