import { updateControl } from '#lib/contracts/app/controls.ts'
import * as controls from '#server/insights/controls/control-edits.ts'
import { route } from '#server/platform/api/route.ts'

export const PUT = route(updateControl, async (ctx, { params, body }) => ({
  body: await controls.updateControl(ctx, params.id, body),
}))
