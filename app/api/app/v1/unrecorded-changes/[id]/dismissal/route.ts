import { dismissUnrecordedChange } from '#lib/contracts/app/unrecorded-changes.ts'
import * as unrecorded from '#server/deployments/handle-unrecorded.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(dismissUnrecordedChange, async (ctx, { params, body }) => {
  await unrecorded.dismissUnrecordedChange(ctx, params.id, body.reason)
  return { body: null }
})
