import * as contract from '#lib/contracts/app/controls.ts'
import { updateControl } from '#server/insights/controls/control-edits.ts'
import { route } from '#server/platform/api/route.ts'

export const PUT = route(contract.updateControl, async (ctx, { params, body }) => ({
  body: await updateControl(ctx, params.id, body),
}))
