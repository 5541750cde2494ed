import * as improvementEdits from '#lib/contracts/app/improvement-edits.ts'
import { toRecordResult } from '#server/platform/api/list-result.ts'
import { route, routeTo } from '#server/platform/api/route.ts'
import { closeRecheck } from './close-recheck.ts'
import { deleteImprovement, updateImprovement } from './commands.ts'

export const improvementsApi = [
  route(improvementEdits.settleImprovementLook, async (ctx, { params, body }) =>
    toRecordResult(await closeRecheck(ctx, params.id, body)),
  ),
  route(improvementEdits.editImprovement, async (ctx, { params, body, expectedVersions }) =>
    toRecordResult(await updateImprovement(ctx, params.id, body, expectedVersions)),
  ),
  routeTo(improvementEdits.deleteImprovement, (ctx, { params }) => deleteImprovement(ctx, params.id)),
]
