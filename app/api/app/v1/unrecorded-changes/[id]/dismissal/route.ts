import * as contract from '#lib/contracts/app/unrecorded-changes.ts'
import { dismissUnrecordedChange } from '#server/deployments/handle-unrecorded.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.dismissUnrecordedChange, async (ctx, { params, body }) => {
  await dismissUnrecordedChange(ctx, params.id, body.reason)
  return { body: null }
})
