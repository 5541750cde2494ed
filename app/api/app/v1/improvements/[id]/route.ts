import * as contract from '#lib/contracts/app/improvement-edits.ts'
import { deleteImprovement, updateImprovement } from '#server/improvements/commands.ts'
import { toRecordResult } from '#server/platform/api/record-result.ts'
import { route } from '#server/platform/api/route.ts'

export const PATCH = route(contract.editImprovement, async (ctx, { params, body, expectedVersions }) =>
  toRecordResult(await updateImprovement(ctx, params.id, body, expectedVersions)),
)

export const DELETE = route(contract.deleteImprovement, async (ctx, { params }) => {
  await deleteImprovement(ctx, params.id)
  return { body: null }
})
