import * as improvements from '#lib/contracts/app/improvements.ts'
import { toRecordResult } from '#server/platform/api/list-result.ts'
import { route, routeTo } from '#server/platform/api/route.ts'
import { closeRecheck } from './close-recheck.ts'
import { deleteImprovement, updateImprovement } from './commands.ts'

export const improvementsApi = [
  route(improvements.settleImprovementLook, async (ctx, { params, body }) =>
    toRecordResult(await closeRecheck(ctx, params.id, body)),
  ),
  route(improvements.editImprovement, async (ctx, { params, body, expectedVersions }) =>
    toRecordResult(await updateImprovement(ctx, params.id, body, expectedVersions)),
  ),
  routeTo(improvements.deleteImprovement, (ctx, { params }) => deleteImprovement(ctx, params.id)),
]
